import { rolesIn } from '#features/organizations/organizations.policy.ts'
import { emit, wakeLater } from '#server/events/events.queries.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { addMember } from './members.queries.ts'

/** After an organization was deleted, its owners become owners of each of its projects. */
export async function handProjectsToOwners(services: Services, organizationId: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const { db } = scope
    const members = await db
      .selectFrom('member')
      .select(['userId', 'role'])
      .where('organizationId', '=', organizationId)
      .orderBy('userId')
      .execute()
    const owners = members.filter(({ role }) => rolesIn(role).includes('owner'))
    const projects = await db
      .selectFrom('projects')
      .select('id')
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .execute()
    for (const { id } of projects) {
      for (const { userId } of owners) {
        const joined = await addMember(scope, id, userId, { role: 'owner', mayDownload: true })
        if (!joined)
          await db
            .updateTable('memberships')
            .set({ role: 'owner', may_download: 1 })
            .where('project_id', '=', id)
            .where('user_id', '=', userId)
            .execute()
      }
      await emit(scope, `project:${id}`, 'project.edited', { projectId: id })
    }
    await db
      .updateTable('projects')
      .set({ organization_id: null, team_id: null, organization_role: null })
      .where('organization_id', '=', organizationId)
      .execute()
  })
}

/** Projects open only to a team that was removed are closed to plain members until somebody decides otherwise. */
export async function closeProjectsOfTeam(services: Services, teamId: string): Promise<void> {
  await change(serverScope(services), async ({ db }) => {
    await db
      .updateTable('projects')
      .set({ team_id: null, organization_role: null })
      .where('team_id', '=', teamId)
      .execute()
  })
}

/** Open pages of its projects check their rights again. */
export async function wakeProjectsOf(services: Services, organizationId: string): Promise<void> {
  await change(serverScope(services), async (scope) => {
    const projects = await scope.db
      .selectFrom('projects')
      .select('id')
      .where('organization_id', '=', organizationId)
      .execute()
    for (const { id } of projects) await wakeLater(scope, `project:${id}`)
  })
}
