import type { Policy } from '#shared/roles.ts'

export const taskPolicy = {
  'task.view': 'listener',
  'task.add': 'commenter',
  'task.edit': 'commenter',
} as const satisfies Policy
