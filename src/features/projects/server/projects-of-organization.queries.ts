import { sql } from 'kysely'
import type { OrganizationProject } from '#features/organizations/organizations.contract.ts'
import type { PageOfProjects } from '#features/organizations/server/organization-hooks.ts'
import type { OrganizationScope } from '#features/organizations/server/organizations.scope.ts'
import type { Db } from '#server/db/open-database.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'

/**
 * Most recently changed first: all projects for those who manage the organization, for others those that a grant or
 * team opens.
 */
export async function listOrganizationProjects(
  { db, organizationId, manages, actor }: OrganizationScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<PageOfProjects> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'updated_at', 'team_id', 'organization_role', 'organization_may_download'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .$if(!manages, (q) =>
      q.where((eb) => {
        const inTeam = eb.exists(
          eb
            .selectFrom('teamMember')
            .select('teamMember.id')
            .whereRef('teamMember.teamId', '=', 'projects.team_id')
            .where('teamMember.userId', '=', actor.userId),
        )
        const asMember = eb.exists(
          eb
            .selectFrom('memberships')
            .select('user_id')
            .whereRef('memberships.project_id', '=', 'projects.id')
            .where('user_id', '=', actor.userId)
            .where('removed_at', 'is', null),
        )
        return eb.or([
          eb.and([eb('organization_role', 'is not', null), eb.or([eb('team_id', 'is', null), inTeam])]),
          asMember,
        ])
      }),
    )
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('updated_at', '<', after?.[0] ?? 0),
          eb.and([eb('updated_at', '=', after?.[0] ?? 0), eb('id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.updated_at, row.id],
    (row): OrganizationProject => ({
      id: row.id,
      name: row.name,
      updatedAt: row.updated_at,
      teamId: row.team_id,
      organizationRole: row.organization_role,
      organizationMayDownload: row.organization_may_download === 1,
    }),
  )
}

export function countOfOrganization(db: Db) {
  const count = db
    .selectFrom('projects')
    .where('projects.organization_id', '=', sql<string>`organization.id`)
    .where('projects.deleted_at', 'is', null)
    .select((c) => c.fn.countAll<number>().as('n'))
  return [sql<number | null>`${count}`.as<'project_count'>('project_count')]
}
