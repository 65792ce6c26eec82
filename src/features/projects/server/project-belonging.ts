import type { Selectable } from 'kysely'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { Role } from '#shared/roles.ts'
import { projectErrors } from '../projects.contract.ts'
import type { ProjectTable } from './projects.tables.ts'

/** To which organization a project belongs, and what that lets its members do. What is left out stays as it is. */
export interface BelongingChange {
  readonly organizationId?: string | null | undefined
  readonly teamId?: string | null | undefined
  readonly organizationRole?: Role | null | undefined
  readonly organizationMayDownload?: boolean | undefined
}

type Columns = Pick<
  Selectable<ProjectTable>,
  'organization_id' | 'team_id' | 'organization_role' | 'organization_may_download'
>

export const noOrganization: Columns = {
  organization_id: null,
  team_id: null,
  organization_role: null,
  organization_may_download: 1,
}

/** What plain members get when a project comes to an organization and nobody says otherwise. */
const DEFAULT_ROLE: Role = 'commenter'

export function changesBelonging({
  organizationId,
  teamId,
  organizationRole,
  organizationMayDownload,
}: BelongingChange): boolean {
  return [organizationId, teamId, organizationRole, organizationMayDownload].some((value) => value !== undefined)
}

/**
 * Only an owner of the project moves it or changes what its organization may do, and never a program: it says who comes
 * in.
 */
export async function movedBelonging(scope: ProjectScope, before: Columns, wanted: BelongingChange): Promise<Columns> {
  if (scope.actor.token) throw refused.token_scope()
  if (scope.role !== 'owner') throw refused.forbidden()
  return belongingOf(scope, before, wanted)
}

/** One may put a project into an organization one is in, and name one of its teams. */
export async function belongingOf(
  { db, actor }: UserScope,
  before: Columns,
  wanted: BelongingChange,
): Promise<Columns> {
  const organizationId = wanted.organizationId === undefined ? before.organization_id : wanted.organizationId
  if (organizationId === null) return noOrganization
  const moved = organizationId !== before.organization_id
  if (
    moved &&
    !(await db
      .selectFrom('member')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', actor.userId)
      .executeTakeFirst())
  )
    throw projectErrors['organization.not_yours']()
  const teamId = wanted.teamId === undefined ? (moved ? null : before.team_id) : wanted.teamId
  if (
    teamId !== null &&
    !(await db
      .selectFrom('team')
      .select('id')
      .where('id', '=', teamId)
      .where('organizationId', '=', organizationId)
      .executeTakeFirst())
  )
    throw projectErrors['team.not_here']()
  return {
    organization_id: organizationId,
    team_id: teamId,
    organization_role:
      wanted.organizationRole === undefined
        ? moved
          ? DEFAULT_ROLE
          : before.organization_role
        : wanted.organizationRole,
    organization_may_download:
      wanted.organizationMayDownload === undefined
        ? moved
          ? 1
          : before.organization_may_download
        : wanted.organizationMayDownload
          ? 1
          : 0,
  }
}
