import type { Instant, Seconds } from '#shared/units.ts'
import type { AttachmentKind } from '../attachment-kinds.ts'
import type { NoteEmoji } from '../note-emoji.ts'
import type { NoteState } from '../notes.contract.ts'

export interface NoteTables {
  notes: NoteTable
  note_reactions: NoteReactionTable
  note_mentions: NoteMentionTable
  note_attachments: NoteAttachmentTable
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
