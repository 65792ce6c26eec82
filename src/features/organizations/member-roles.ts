/** From the most to the least; somebody may have several. */
export const organizationRoles = ['owner', 'admin', 'member'] as const
