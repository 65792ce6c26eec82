import { refused } from '#shared/errors.ts'
import type { UserScope } from '#server/scope.ts'
import type { OrganizationRole } from '../organizations.contract.ts'
import { organizationRights, rolesIn } from '../organizations.policy.ts'

/** Proof that the user is a member of the organization. */
export interface OrganizationScope extends UserScope {
  readonly organizationId: string
  readonly organizationRoles: readonly OrganizationRole[]
  /** The user is an owner or admin. */
  readonly manages: boolean
}

/** Not found for everybody else. */
export async function openOrganization(scope: UserScope, organizationId: string): Promise<OrganizationScope> {
  const member = await scope.db
    .selectFrom('member')
    .select('role')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', scope.actor.userId)
    .executeTakeFirst()
  if (!member) throw refused.not_found()
  const roles = rolesIn(member.role)
  return { ...scope, organizationId, organizationRoles: roles, manages: organizationRights(roles).manageMembers }
}
