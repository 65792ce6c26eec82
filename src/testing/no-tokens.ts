import { refused } from '#shared/errors.ts'
import type { TokenDoor } from '#server/scope.ts'

/** For servers of one feature alone, to which no program has a token. */
export const noTokens: TokenDoor = {
  identify: async () => {
    throw refused.unauthorized()
  },
  opens: () => false,
}
