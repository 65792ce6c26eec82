import type { Policy } from '#shared/roles.ts'

export const comparisonPolicy = {
  'comparison.view': 'listener',
} as const satisfies Policy
