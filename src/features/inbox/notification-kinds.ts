/** What one is told of, the most personal first: where one thing is several of these to somebody, it is the first. */
export const notificationKinds = [
  'mention',
  'assignment',
  'asked',
  'approved',
  'changes',
  'reply',
  'note',
  'fixed',
  'reopened',
  'version',
  'joined',
  'failed',
  'webhook',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const mailTimes = ['off', 'now', 'digest'] as const
export type MailTime = (typeof mailTimes)[number]

/** How one is told of a kind. */
export interface Channels {
  readonly inApp: boolean
  readonly mail: MailTime
  /** On one's devices, wherever one has switched that on. */
  readonly push: boolean
}

/**
 * Everything shows in the product; a mail at once is for what waits for this very person, a push also for what answers
 * them.
 */
export const defaultChannels: Readonly<Record<NotificationKind, Channels>> = {
  mention: { inApp: true, mail: 'now', push: true },
  assignment: { inApp: true, mail: 'now', push: true },
  asked: { inApp: true, mail: 'now', push: true },
  approved: { inApp: true, mail: 'digest', push: true },
  changes: { inApp: true, mail: 'digest', push: true },
  reply: { inApp: true, mail: 'digest', push: true },
  note: { inApp: true, mail: 'digest', push: false },
  fixed: { inApp: true, mail: 'digest', push: false },
  reopened: { inApp: true, mail: 'digest', push: false },
  version: { inApp: true, mail: 'digest', push: false },
  joined: { inApp: true, mail: 'digest', push: false },
  failed: { inApp: true, mail: 'digest', push: false },
  webhook: { inApp: true, mail: 'digest', push: false },
}

/** What of a project reaches somebody: everything, the inbox alone (no mail, no push), or nothing. */
export const muteLevels = ['none', 'mail', 'all'] as const
export type MuteLevel = (typeof muteLevels)[number]
