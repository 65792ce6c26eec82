/** What one is told of, the most personal first: where one thing is several of these to somebody, it is the first. */
export const notificationKinds = ['mention', 'assignment', 'asked', 'approved', 'changes', 'reply', 'note', 'fixed', 'reopened', 'version', 'joined', 'failed', 'webhook'] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const mailTimes = ['off', 'now', 'digest'] as const
export type MailTime = (typeof mailTimes)[number]

/** How one is told of a kind. */
export interface Channels {
  readonly inApp: boolean
  readonly mail: MailTime
}

/** Everything shows in the product; a mail at once is for what waits for this very person. */
export const defaultChannels: Readonly<Record<NotificationKind, Channels>> = {
  mention: { inApp: true, mail: 'now' },
  assignment: { inApp: true, mail: 'now' },
  asked: { inApp: true, mail: 'now' },
  approved: { inApp: true, mail: 'digest' },
  changes: { inApp: true, mail: 'digest' },
  reply: { inApp: true, mail: 'digest' },
  note: { inApp: true, mail: 'digest' },
  fixed: { inApp: true, mail: 'digest' },
  reopened: { inApp: true, mail: 'digest' },
  version: { inApp: true, mail: 'digest' },
  joined: { inApp: true, mail: 'digest' },
  failed: { inApp: true, mail: 'digest' },
  webhook: { inApp: true, mail: 'digest' },
}

/** What of a project reaches somebody: everything, the inbox alone, or nothing. */
export const muteLevels = ['none', 'mail', 'all'] as const
export type MuteLevel = (typeof muteLevels)[number]
