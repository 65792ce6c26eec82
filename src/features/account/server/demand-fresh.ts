import type { UserScope } from '#server/scope.ts'
import { accountErrors } from '../account.errors.ts'

/** For what only somebody may do who has just proven who they are. */
export function demandFresh({ config, actor, now }: UserScope): void {
  const age = now() - (actor.signedInAt ?? 0)
  if (config.FRESH_SESSION_SECONDS > 0 && age >= config.FRESH_SESSION_SECONDS * 1000) throw accountErrors.SESSION_IS_NOT_FRESH()
}
