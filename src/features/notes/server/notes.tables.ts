import type { Instant, Seconds } from '#shared/units.ts'
import type { AttachmentKind } from '../attachment-kinds.ts'
import type { NoteEmoji } from '../note-emoji.ts'
import type { NoteDirection } from '../note-marks.ts'
import type { NoteVisibility } from '../note-visibility.ts'
import type { NoteState } from '../notes.contract.ts'

declare module '#server/db/tables.ts' {
  interface Tables {
    notes: NoteTable
    note_reactions: NoteReactionTable
    note_mentions: NoteMentionTable
    note_attachments: NoteAttachmentTable
    note_seen: NoteSeenTable
    note_rounds: NoteRoundTable
    note_drafts: NoteDraftTable
    note_sets: NoteSetTable
  }
}

export interface NoteTable {
  id: string
  project_id: string
  track_id: string
  /** Where it was written; its times are this version's. A reply has its note's. */
  version_id: string
  /** The note this is a reply to. */
  parent_id: string | null
  from_seconds: Seconds
  to_seconds: Seconds | null
  body: string
  section: string | null
  part: string | null
  direction: NoteDirection | null
  /** A reply has its note's. */
  visibility: NoteVisibility
  /** With which it was sent in a round. */
  set_id: string | null
  author_id: string
  state: NoteState
  /** The version in which it is called fixed. */
  fixed_in: string | null
  fixed_by: string | null
  created_at: Instant
  edited_at: Instant | null
  deleted_at: Instant | null
}

export interface NoteReactionTable {
  note_id: string
  user_id: string
  emoji: NoteEmoji
}

export interface NoteMentionTable {
  note_id: string
  user_id: string
  /** As it is written in the note. */
  name: string
}

/** How far somebody has seen a track's notes. */
export interface NoteSeenTable {
  user_id: string
  track_id: string
  seen_at: Instant
}

/** A review of a version, from when an editor opens it until it is closed. */
export interface NoteRoundTable {
  id: string
  project_id: string
  track_id: string
  version_id: string
  /** Of the track, from 1. */
  number: number
  opened_by: string
  opened_at: Instant
  due_at: Instant | null
  closed_by: string | null
  closed_at: Instant | null
}

/** A note that only its author sees, until the set is sent. */
export interface NoteDraftTable {
  id: string
  project_id: string
  round_id: string
  author_id: string
  from_seconds: Seconds
  to_seconds: Seconds | null
  body: string
  section: string | null
  part: string | null
  direction: NoteDirection | null
  visibility: NoteVisibility
  created_at: Instant
}

/** What somebody sent at once in a round, word for word as it was then. */
export interface NoteSetTable {
  id: string
  project_id: string
  round_id: string
  author_id: string
  author_name: string
  sent_at: Instant
  note_count: number
  /** Canonical JSON, see `note-set-content.ts`. */
  content: string
  /** Of `content`, in hexadecimal. */
  sha256: string
}

export interface NoteAttachmentTable {
  id: string
  project_id: string
  track_id: string
  /** Null until the note that it hangs on is sent. */
  note_id: string | null
  author_id: string
  kind: AttachmentKind
  /** As the person called it. */
  file_name: string
  /** By its first bytes, never by what the sender said. */
  media_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  /** Of a spoken note. */
  duration_seconds: Seconds | null
  /** Of a spoken note: how loud it is from beginning to end, a JSON array of 0 to 99. */
  levels: string | null
  position: number
  created_at: Instant
}
