import type { Policy } from '#shared/roles.ts'

export const sharePolicy = {
  'share.manage': 'editor',
  /** What only a guest does: say a name, tell what was heard. Members have no visit to do it in. */
  'share.visit': 'listener',
} as const satisfies Policy

/** Of one project, revoked ones left out. */
export const MOST_SHARES = 500
/** Persons who get a link of their own in one go. */
export const MOST_PERSONS = 50
export const MESSAGE_LENGTH = 2000
