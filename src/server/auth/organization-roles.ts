import { createAccessControl } from 'better-auth/plugins/access'

/**
 * The table of the specification (section 6) and nothing else: Better Auth's own roles let a plain member read a
 * resource of role management.
 */
export const organizationAccess = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const)

const people = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const

export const organizationRoles = {
  owner: organizationAccess.newRole({ organization: ['update', 'delete'], ...people }),
  admin: organizationAccess.newRole({ organization: ['update'], ...people }),
  member: organizationAccess.newRole({ organization: [], member: [], invitation: [], team: [] }),
}
