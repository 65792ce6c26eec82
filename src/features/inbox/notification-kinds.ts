/** Notification kinds, most personal first: if several apply to a recipient, the first is used. */
export const notificationKinds = [
  'mention',
  'assignment',
  'asked',
  'access',
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

/** The channels of one kind. */
export interface Channels {
  readonly inApp: boolean
  readonly mail: MailTime
  /** On the user's devices with push enabled. */
  readonly push: boolean
}

/**
 * By default everything is shown in the product; mails are immediate for what waits for the recipient, and pushes also
 * for replies to them.
 */
export const defaultChannels: Readonly<Record<NotificationKind, Channels>> = {
  mention: { inApp: true, mail: 'now', push: true },
  assignment: { inApp: true, mail: 'now', push: true },
  asked: { inApp: true, mail: 'now', push: true },
  access: { inApp: true, mail: 'now', push: true },
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

/** What a muted project still sends: everything, only to the inbox (no mail, no push), or nothing. */
export const muteLevels = ['none', 'mail', 'all'] as const
export type MuteLevel = (typeof muteLevels)[number]
