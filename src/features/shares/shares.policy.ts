import type { Policy } from '#shared/roles.ts'

export const sharePolicy = {
  'share.manage': 'editor',
  /** What only a guest does: say a name, tell what was heard. Members have no visit to do it in. */
  'share.visit': 'listener',
} as const satisfies Policy
