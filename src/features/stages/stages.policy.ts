import type { Policy } from '#shared/roles.ts'

export const stagePolicy = {
  'stage.view': 'listener',
  'stage.edit': 'editor',
} as const satisfies Policy
