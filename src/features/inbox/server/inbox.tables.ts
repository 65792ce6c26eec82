import type { Generated } from 'kysely'
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

/** `now` and `digest` are waiting; `done` was mailed or no longer needs to be. */
export type NotificationMail = 'none' | 'now' | 'digest' | 'done'

/** One event for one recipient. */
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
  /** The note that starts the thread. */
  note_id: string | null
  /** The note or reply that the notification quotes. */
  said_id: string | null
  task_id: string | null
  webhook_id: string | null
  /** More than one if several were approved together; then there is no track or version. */
  tracks: Generated<number>
  at: Instant
  /** 0 if it is only mailed. */
  in_app: number
  read_at: Instant | null
  mail: NotificationMail
  /** `wait` until a job has sent it, or found that this is unnecessary. */
  push: 'none' | 'wait' | 'done'
}

/** The cursor of a project's stream for notifications. */
export interface InboxCursorTable {
  stream_id: string
  seq: number
}

export interface InboxMuteTable {
  user_id: string
  project_id: string
  level: Exclude<MuteLevel, 'none'>
}

/** A browser subscribed to pushes, for as long as its session lasts. */
export interface PushDeviceTable {
  id: string
  user_id: string
  session_id: string
  /** The browser's URL at the push service; anyone with it and the keys may push. */
  endpoint: string
  p256dh: string
  auth: string
  created_at: Instant
  last_used_at: Instant | null
  /** When a push last failed; null after one succeeds. */
  failed_at: Instant | null
  tested_at: Instant | null
}
