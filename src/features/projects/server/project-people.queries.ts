import type { Db } from '#server/db/open-database.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ProjectPerson } from '../projects.contract.ts'
import { leadsIn, peopleIn, rightsOf, waysIn } from './project-rights.ts'

/** Everybody with access, by name. One read for identities and one for rights; the cursor counts rows. */
export async function listProjectPeople(
  { db, projectId }: ProjectScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ProjectPerson[]; nextCursor: string | null }> {
  const skip = Math.max(0, readCursor(cursor)?.[0] ?? 0)
  const people = await peopleIn(db, projectId)
  const rows = await db
    .selectFrom('user')
    .innerJoin('projects', (join) => join.on('projects.id', '=', projectId))
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.project_id', '=', 'projects.id')
        .onRef('memberships.user_id', '=', 'user.id')
        .on('memberships.removed_at', 'is', null),
    )
    .leftJoin('member', (join) =>
      join.onRef('member.organizationId', '=', 'projects.organization_id').onRef('member.userId', '=', 'user.id'),
    )
    .leftJoin('teamMember', (join) =>
      join.onRef('teamMember.teamId', '=', 'projects.team_id').onRef('teamMember.userId', '=', 'user.id'),
    )
    .select([
      'user.id',
      'user.name',
      'user.username',
      'user.image',
      'memberships.role',
      'memberships.may_download',
      'member.role as organization_roles',
      'teamMember.id as team_member_id',
      'projects.team_id',
      'projects.organization_role',
      'projects.organization_may_download',
    ])
    .where('user.id', 'in', ['', ...people])
    .orderBy('user.name')
    .orderBy('user.id')
    .offset(skip)
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    () => [skip + limit, 'row'],
    (one): ProjectPerson => ({
      person: { id: one.id, name: one.name, username: one.username, image: one.image },
      ...(rightsOf(one) ?? { role: 'listener', mayDownload: false }),
      isMember: one.role !== null,
      byOrganization: one.organization_roles !== null,
    }),
  )
}

/** Whether two people both have access to one project. */
export async function shareProject(db: Db, one: string, other: string): Promise<boolean> {
  const projectsOf = (userId: string) =>
    waysIn(db, userId).clearSelect().select('projects.id').where(leadsIn).where('projects.deleted_at', 'is', null)
  return (await projectsOf(one).where('projects.id', 'in', projectsOf(other)).limit(1).executeTakeFirst()) !== undefined
}
