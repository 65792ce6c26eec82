import { sql } from 'kysely'
import { rolesIn } from '#features/organizations/organizations.policy.ts'
import { atLeast, type Rights, type Role } from '#shared/roles.ts'
import type { Db } from '#server/db/open-database.ts'

/** All ways in which a user gets access to projects, one row per project: membership, organization, team. */
export function waysIn(db: Db, userId: string) {
  return db
    .selectFrom('projects')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.project_id', '=', 'projects.id')
        .on('memberships.user_id', '=', userId)
        .on('memberships.removed_at', 'is', null),
    )
    .leftJoin('member', (join) =>
      join.onRef('member.organizationId', '=', 'projects.organization_id').on('member.userId', '=', userId),
    )
    .leftJoin('teamMember', (join) =>
      join.onRef('teamMember.teamId', '=', 'projects.team_id').on('teamMember.userId', '=', userId),
    )
    .select([
      'memberships.role',
      'memberships.may_download',
      'member.role as organization_roles',
      'teamMember.id as team_member_id',
      'projects.team_id',
      'projects.organization_role',
      'projects.organization_may_download',
    ])
}

/** Whether the organization gives its member access. */
export const grantedByOrganization = sql<boolean>`(
  ${manages()} or (projects.organization_role is not null and ${isReached()})
)`

/** The decision of `rightsOf` in SQL, for lists: whether the user has access. */
export const leadsIn = sql<boolean>`(
  memberships.role is not null or (member.role is not null and ${grantedByOrganization})
)`

/** Whether the user has access as an owner. */
export const leadsInAsOwner = sql<boolean>`(memberships.role = 'owner' or (member.role is not null and ${manages()}))`

/** Whether the user may edit. */
export const leadsInAsEditor = sql<boolean>`(
  memberships.role in ('owner', 'editor')
  or (member.role is not null and (${manages()} or (projects.organization_role = 'editor' and ${isReached()})))
)`

export interface WaysIn {
  readonly role: Role | null
  readonly may_download: number | null
  readonly organization_roles: string | null
  readonly team_member_id: string | null
  readonly team_id: string | null
  readonly organization_role: Role | null
  readonly organization_may_download: number
}

/** The union of all ways in; undefined without access. Owners and admins of its organization own a project. */
export function rightsOf(row: WaysIn): Rights | undefined {
  const ways = [row.role && { role: row.role, mayDownload: row.may_download === 1 }, organizationRights(row)].filter(
    (way) => way !== null && way !== undefined,
  )
  return ways.reduce<Rights | undefined>(
    (best, way) =>
      best
        ? {
            role: atLeast(best.role, way.role) ? best.role : way.role,
            mayDownload: best.mayDownload || way.mayDownload,
          }
        : way,
    undefined,
  )
}

function organizationRights(row: WaysIn): Rights | undefined {
  const roles = rolesIn(row.organization_roles)
  if (roles.includes('owner') || roles.includes('admin')) return { role: 'owner', mayDownload: true }
  const reached = row.team_id === null || row.team_member_id !== null
  return roles.length > 0 && row.organization_role && reached
    ? { role: row.organization_role, mayDownload: row.organization_may_download === 1 }
    : undefined
}

/** Access may be limited to one team. */
function isReached() {
  return sql<boolean>`(projects.team_id is null or "teamMember".id is not null)`
}

function manages() {
  return sql<boolean>`(',' || member.role || ',' like '%,owner,%' or ',' || member.role || ',' like '%,admin,%')`
}

/** Ids of everybody with access, sorted. */
export async function peopleIn(db: Db, projectId: string): Promise<readonly string[]> {
  const joined = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .execute()
  const granted = await db
    .selectFrom('projects')
    .innerJoin('member', 'member.organizationId', 'projects.organization_id')
    .leftJoin('teamMember', (join) =>
      join.onRef('teamMember.teamId', '=', 'projects.team_id').onRef('teamMember.userId', '=', 'member.userId'),
    )
    .select('member.userId')
    .where('projects.id', '=', projectId)
    .where(grantedByOrganization)
    .execute()
  return [...new Set([...joined.map((row) => row.user_id), ...granted.map((row) => row.userId)])].toSorted()
}
