import { moment, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import type { UserScope } from '#server/scope.ts'
import { rolesIn } from '../organizations.policy.ts'

export const ownOrganizations: readonly OwnPart[] = [{ name: 'organizations', read: ownMemberships }]

async function ownMemberships({ db, actor }: UserScope): Promise<readonly OwnThing[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organizationId')
    .select(['organization.id', 'organization.name', 'member.role', 'member.createdAt'])
    .where('member.userId', '=', actor.userId)
    .orderBy('member.createdAt')
    .orderBy('organization.id')
    .execute()
  const teams = await db
    .selectFrom('teamMember')
    .innerJoin('team', 'team.id', 'teamMember.teamId')
    .select(['team.organizationId', 'team.name'])
    .where('teamMember.userId', '=', actor.userId)
    .orderBy('team.name')
    .execute()
  return rows.map(({ id, name, role, createdAt }) => ({
    id,
    name,
    roles: rolesIn(role),
    teams: teams.filter((team) => team.organizationId === id).map((team) => team.name),
    joinedAt: moment(createdAt),
  }))
}
