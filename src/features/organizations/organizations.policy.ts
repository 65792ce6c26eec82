import { organizationRoles } from './member-roles.ts'
import type { OrganizationRole } from './organizations.contract.ts'

/** The rights of the specification's roles (section 6); the union of several. */
export function organizationRights(roles: readonly OrganizationRole[]): {
  edit: boolean
  delete: boolean
  manageMembers: boolean
  manageTeams: boolean
} {
  const manages = roles.includes('owner') || roles.includes('admin')
  return { edit: manages, delete: roles.includes('owner'), manageMembers: manages, manageTeams: manages }
}

/** Parses a comma-separated text; unknown roles are dropped. */
export function rolesIn(text: string | null): OrganizationRole[] {
  const named = (text ?? '').split(',').map((role) => role.trim())
  return organizationRoles.filter((role) => named.includes(role))
}
