import type { AuthSession } from './auth-answers.ts'
import { authCall, authList } from './auth-call.ts'

interface Renewal {
  readonly email: string
  readonly password: string
  /** The session that is too old; another takes its place. */
  readonly before: AuthSession | null
}

const dayMs = 24 * 60 * 60_000

/** Signs in again as the same person: as long-lived as before, in the same organization, and the old session ends. */
export async function renewSession({ email, password, before }: Renewal): Promise<void> {
  await authCall('/sign-in/email', { email, password, rememberMe: before === null || livesLong(before) })
  if (!before) return
  const { id, activeOrganizationId = null } = before.session
  // The new session stands whatever becomes of these.
  if (activeOrganizationId !== null)
    await authCall('/organization/set-active', { organizationId: activeOrganizationId }).catch(() => undefined)
  const old = (await authList('/list-sessions').catch(() => [])).find((session) => session.id === id)
  if (old) await authCall('/revoke-session', { token: old.token }).catch(() => undefined)
}

/** Who did not want to be remembered has a session of a day. */
function livesLong({ session: { updatedAt, expiresAt } }: AuthSession): boolean {
  return Date.parse(expiresAt) - Date.parse(updatedAt) > dayMs
}
