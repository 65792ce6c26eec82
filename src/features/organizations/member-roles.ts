/** Highest first; a member may have several. */
export const organizationRoles = ['owner', 'admin', 'member'] as const
