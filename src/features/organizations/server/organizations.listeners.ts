import { emit } from '#server/events/events.queries.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

/** Tells everybody in it, and who came or went. */
export async function tellOrganization(services: Services, organizationId: string, userId?: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const members = await scope.db
      .selectFrom('member')
      .select('userId')
      .where('organizationId', '=', organizationId)
      .execute()
    const told = new Set([...members.map((member) => member.userId), ...(userId ? [userId] : [])])
    for (const id of [...told].toSorted()) await emit(scope, `user:${id}`, 'organization.changed', { organizationId })
  })
}
