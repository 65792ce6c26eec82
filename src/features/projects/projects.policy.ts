import type { Policy } from '#shared/roles.ts'

export const projectPolicy = {
  'project.view': 'listener',
  'project.edit': 'editor',
  'project.delete': 'owner',
  'project.restore': 'owner',
  /** From the trash, for good. */
  'project.erase': 'owner',
  'member.edit': 'owner',
  /** Everyone may leave; the query requires an owner for removing somebody else. */
  'member.leave': 'listener',
  'invite.manage': 'editor',
} as const satisfies Policy
