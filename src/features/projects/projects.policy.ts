import type { Policy } from '#shared/roles.ts'

export const projectPolicy = {
  'project.view': 'listener',
  'project.edit': 'editor',
  'project.delete': 'owner',
  'project.restore': 'owner',
  /** Out of the trash, for good. */
  'project.erase': 'owner',
  'member.edit': 'owner',
  /** Everyone may leave; removing somebody else asks for an owner, which the query checks. */
  'member.leave': 'listener',
  'invite.manage': 'editor',
} as const satisfies Policy
