import { refused } from '#shared/errors.ts'
import type { TokenDoor } from '#server/scope.ts'

/** For servers of a single feature, without API tokens. */
export const noTokens: TokenDoor = {
  identify: async () => {
    throw refused.unauthorized()
  },
  opens: () => false,
}
