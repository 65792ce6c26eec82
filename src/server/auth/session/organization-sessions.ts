import type { Db } from '../../db/open-database.ts'
import type { Services } from '../../services.ts'
import { organizationChanged } from '../auth-hooks.ts'
import { at, bodyText, type AuthHook } from '../shims/auth-hook.ts'

/** Clears the active organization of sessions whose user has left it; without `userId`, of all users. */
export async function leaveOrganizationSessions(db: Db, organizationId: string, userId?: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ activeOrganizationId: null, activeTeamId: null })
    .where('activeOrganizationId', '=', organizationId)
    .$if(userId !== undefined, (q) => q.where('userId', '=', userId ?? ''))
    .execute()
}

/** The library runs no hook when a member leaves on their own. */
export function afterLeaving(services: Services): AuthHook {
  return at(['/organization/leave'], async (context) => {
    const organizationId = bodyText(context, 'organizationId')
    const userId = context.context.session?.user.id
    if (context.context.returned instanceof Error || !organizationId || !userId) return
    await leaveOrganizationSessions(services.database.db, organizationId, userId)
    await organizationChanged.ask(services, organizationId, userId)
  })
}
