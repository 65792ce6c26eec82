import type { Policy } from '#shared/roles.ts'

export const sharePolicy = {
  'share.manage': 'editor',
  /** For guests only: giving a name, reporting what was played. */
  'share.visit': 'listener',
} as const satisfies Policy

/** Per project, without revoked ones. */
export const MOST_SHARES = 500
/** People who can get a link of their own in one request. */
export const MOST_PERSONS = 50
/** The highest limit of visitors that a link can have. */
export const MOST_OPENS = 10_000
export const MESSAGE_LENGTH = 2000
