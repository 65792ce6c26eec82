import type { Instant } from '#shared/units.ts'
import type { MuteLevel, NotificationKind } from '../notification-kinds.ts'

export interface InboxTables {
  notifications: NotificationTable
  inbox_cursors: InboxCursorTable
  inbox_mutes: InboxMuteTable
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
