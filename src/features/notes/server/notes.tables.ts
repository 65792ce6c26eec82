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
  /** Where it was written; its times are on this version's timeline. A reply has its note's. */
  version_id: string
  /** The note that this replies to. */
  parent_id: string | null
  from_seconds: Seconds
  to_seconds: Seconds | null
  body: string
  section: string | null
  part: string | null
  direction: NoteDirection | null
  /** A reply has its note's. */
  visibility: NoteVisibility
  /** The round's set it was sent with. */
  set_id: string | null
  author_id: string
  state: NoteState
  /** The version in which it was fixed. */
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
  /** As written in the note. */
  name: string
}

/** Up to when a user has seen a track's notes. */
export interface NoteSeenTable {
  user_id: string
  track_id: string
  seen_at: Instant
}

/** A review of a version, from opening to closing. */
export interface NoteRoundTable {
  id: string
  project_id: string
  track_id: string
  version_id: string
  /** Within the track, from 1. */
  number: number
  opened_by: string
  opened_at: Instant
  due_at: Instant | null
  closed_by: string | null
  closed_at: Instant | null
}

/** A note that only its author sees until the set is sent. */
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

/** What a reviewer sent at once in a round, exactly as it was. */
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
  /** Of `content`, hexadecimal. */
  sha256: string
}

export interface NoteAttachmentTable {
  id: string
  project_id: string
  track_id: string
  /** Null until its note is sent. */
  note_id: string | null
  author_id: string
  kind: AttachmentKind
  /** The name that the user gave it. */
  file_name: string
  /** From its first bytes, never from the sender's header. */
  media_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  /** Of a voice note. */
  duration_seconds: Seconds | null
  /** Of a voice note: its loudness over time, a JSON array of 0 to 99. */
  levels: string | null
  position: number
  created_at: Instant
}
