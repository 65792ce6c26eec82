import { emit } from '#server/events/events.queries.ts'
import { change, serverScope, type VisitorScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

/** Admins see lists of people, so each admin is notified when one is added, removed or changed. */
export async function tellAdmins(scope: VisitorScope, userId: string): Promise<void> {
  const admins = await scope.db
    .selectFrom('standings')
    .select('user_id')
    .where('is_admin', '=', 1)
    .orderBy('user_id')
    .execute()
  for (const { user_id } of admins) await emit(scope, `user:${user_id}`, 'people.changed', { userId })
}

export async function tellAdminsOf(services: Services, userId: string): Promise<void> {
  await change(serverScope(services), (scope) => tellAdmins(scope, userId))
}

/** Notifies a user's open session lists; a deleted user has none. */
export async function tellSessions(services: Services, userId: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    if (await scope.db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst())
      await emit(scope, `user:${userId}`, 'session.changed', {})
  })
}
