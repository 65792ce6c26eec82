import type { Db } from '#server/db/open-database.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { storedDate } from '#server/db/stored-date.ts'
import type { OrganizationMember, OrganizationTeam } from '../organizations.contract.ts'
import { rolesIn } from '../organizations.policy.ts'
import { nameCursor, readNameCursor } from './organizations.queries.ts'
import type { OrganizationScope } from './organizations.scope.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Two reads: the members, then all their teams. Addresses are visible to those who manage, and one's own. */
export async function listOrganizationMembers(
  { db, organizationId, manages, actor }: OrganizationScope,
  { cursor, limit }: Asked,
): Promise<{ items: OrganizationMember[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const since = storedDate(after?.[0] ?? 0)
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .select([
      'member.id',
      'member.role',
      'member.createdAt',
      'member.userId',
      'user.name',
      'user.username',
      'user.image',
      'user.email',
    ])
    .where('member.organizationId', '=', organizationId)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('member.createdAt', '>', since),
          eb.and([eb('member.createdAt', '=', since), eb('member.id', '>', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('member.createdAt')
    .orderBy('member.id')
    .limit(limit + 1)
    .execute()
  const teams = await db
    .selectFrom('teamMember')
    .innerJoin('team', 'team.id', 'teamMember.teamId')
    .select(['team.id', 'teamMember.userId'])
    .where('team.organizationId', '=', organizationId)
    .orderBy('teamMember.createdAt')
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [new Date(row.createdAt).getTime(), row.id],
    (row): OrganizationMember => ({
      id: row.id,
      person: { id: row.userId, name: row.name, username: row.username, image: row.image },
      email: manages || row.userId === actor.userId ? row.email : null,
      roles: rolesIn(row.role),
      teamIds: teams.filter(({ userId }) => userId === row.userId).map(({ id }) => id),
      joinedAt: new Date(row.createdAt).getTime(),
    }),
  )
}

export async function listOrganizationTeams(
  { db, organizationId }: OrganizationScope,
  { cursor, limit }: Asked,
): Promise<{ items: OrganizationTeam[]; nextCursor: string | null }> {
  const after = readNameCursor(cursor)
  const rows = await db
    .selectFrom('team')
    .select(['id', 'name', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('name', '>', after?.[0] ?? ''),
          eb.and([eb('name', '=', after?.[0] ?? ''), eb('id', '>', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const people = await db
    .selectFrom('teamMember')
    .innerJoin('user', 'user.id', 'teamMember.userId')
    .select(['teamMember.teamId', 'user.id', 'user.name', 'user.username', 'user.image'])
    .where('teamMember.teamId', 'in', ['', ...shown.map(({ id }) => id)])
    .orderBy('user.name')
    .orderBy('user.id')
    .execute()
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: new Date(row.createdAt).getTime(),
      members: people
        .filter(({ teamId }) => teamId === row.id)
        .map(({ id, name, username, image }) => ({ id, name, username, image })),
    })),
    nextCursor: last ? nameCursor(last.name, last.id) : null,
  }
}

/** Whether two people are in the same organization. */
export async function shareOrganization(db: Db, one: string, other: string): Promise<boolean> {
  const row = await db
    .selectFrom('member as theirs')
    .innerJoin('member as mine', 'mine.organizationId', 'theirs.organizationId')
    .select('theirs.id')
    .where('theirs.userId', '=', other)
    .where('mine.userId', '=', one)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
