import type { Instant } from '#shared/units.ts'
import type { MuteLevel, NotificationKind } from '../notification-kinds.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    notifications: NotificationTable
    inbox_cursors: InboxCursorTable
    inbox_mutes: InboxMuteTable
    push_devices: PushDeviceTable
  }
}

/** `now` and `digest` wait; `done` was mailed, or needs no mail any longer. */
export type NotificationMail = 'none' | 'now' | 'digest' | 'done'

/** One event as one person is told of it. */
export interface NotificationTable {
  id: string
  user_id: string
  stream_id: string
  seq: number
  kind: NotificationKind
  project_id: string
  actor_id: string | null
  track_id: string | null
  version_id: string | null
  /** The note that opens the thread. */
  note_id: string | null
  /** The note or reply whose words it is about. */
  said_id: string | null
  task_id: string | null
  webhook_id: string | null
  at: Instant
  /** 0 where it only goes by mail. */
  in_app: number
  read_at: Instant | null
  mail: NotificationMail
  /** `wait` until a job has sent it, or found that it needs no sending. */
  push: 'none' | 'wait' | 'done'
}

/** How far a project's events have been turned into notifications. */
export interface InboxCursorTable {
  stream_id: string
  seq: number
}

export interface InboxMuteTable {
  user_id: string
  project_id: string
  level: Exclude<MuteLevel, 'none'>
}

/** A browser that shows what is pushed to it, for as long as its session lasts. */
export interface PushDeviceTable {
  id: string
  user_id: string
  session_id: string
  /** The push service's address of this browser; whoever knows it and the keys may push. */
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
  last_used_at: Instant | null
  /** When a push did not get through; null again once one does. */
  failed_at: Instant | null
  tested_at: Instant | null
}
