import { moment, momentOrNull, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { organizationRights, rolesIn } from '#features/organizations/organizations.policy.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownWebhooks: readonly OwnPart[] = [{ name: 'webhooks', read: madeWebhooks }]

/**
 * Without URLs, which are often secrets. With the project's or organization's name while the user belongs to it, and
 * the label, which others may edit, while they manage it.
 */
async function madeWebhooks(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('webhooks')
    .leftJoin(openProjects(scope), 'open.id', 'webhooks.project_id')
    .leftJoin('member', (join) =>
      join.onRef('member.organizationId', '=', 'webhooks.organization_id').on('member.userId', '=', actor.userId),
    )
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .select([
      'webhooks.label',
      'webhooks.created_at',
      'webhooks.off_at',
      'open.id as open_id',
      'open.name as open_name',
      'open.is_owned',
      'member.role as organization_roles',
      'organization.name as organization_name',
    ])
    .where('webhooks.created_by', '=', actor.userId)
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.open_id,
    project: row.open_name,
    organization: row.organization_name,
    label: row.is_owned || organizationRights(rolesIn(row.organization_roles)).edit ? row.label : null,
    madeAt: moment(row.created_at),
    switchedOffAt: momentOrNull(row.off_at),
  }))
}
