import { organizationRoles } from './member-roles.ts'
import type { OrganizationRole } from './organizations.contract.ts'

/** What the roles of the specification (section 6) come to; any one of several grants. */
export function organizationRights(roles: readonly OrganizationRole[]): {
  edit: boolean
  delete: boolean
  manageMembers: boolean
  manageTeams: boolean
} {
  const manages = roles.includes('owner') || roles.includes('admin')
  return { edit: manages, delete: roles.includes('owner'), manageMembers: manages, manageTeams: manages }
}

/** From a comma-separated text; what it does not know it leaves out. */
export function rolesIn(text: string | null): OrganizationRole[] {
  const named = (text ?? '').split(',').map((role) => role.trim())
  return organizationRoles.filter((role) => named.includes(role))
}
