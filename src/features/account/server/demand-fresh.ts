import type { UserScope } from '#server/scope.ts'
import { accountErrors } from '../account.contract.ts'

/**
 * For what only a session may do that was updated of late, as the sign-in library's own (server/auth/fresh-session.ts).
 */
export function demandFresh({ config, actor, now }: UserScope): void {
  const age = now() - (actor.sessionUpdatedAt ?? 0)
  if (config.FRESH_SESSION_SECONDS > 0 && age >= config.FRESH_SESSION_SECONDS * 1000)
    throw accountErrors.SESSION_IS_NOT_FRESH()
}
