import type { Policy } from '#shared/roles.ts'

export const taskPolicy = {
  'task.view': 'listener',
  'task.add': 'commenter',
  'task.edit': 'commenter',
  'version.start': 'editor',
} as const satisfies Policy
