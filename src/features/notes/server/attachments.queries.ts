import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { Insertable, Selectable } from 'kysely'
import { refuseOverQuota, takeQuota } from '#features/projects/server/project-quota.queries.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { waitFor } from '#server/auth/limits/limits.ts'
import { guestCounters } from '#server/auth/limits/try-counters.ts'
import { emit } from '#server/events/events.queries.ts'
import { change, type ProjectScope } from '#server/scope.ts'
import { requireFreeSpace } from '#server/storage/free-space.ts'
import { givenName, safeName } from '#server/storage/safe-name.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Seconds } from '#shared/units.ts'
import { LARGEST_ATTACHMENT_BYTES } from '../attachment-kinds.ts'
import { type Attachment, noteErrors } from '../notes.contract.ts'
import { canDeleteNote } from '../notes.policy.ts'
import { MEDIA_HEAD_BYTES, mediaKind } from './media-kind.ts'
import { openNote } from './notes.scope.ts'
import type { NoteAttachmentTable, NoteTable } from './notes.tables.ts'

export interface SentFile {
  readonly fileName: string
  readonly voiceSeconds: Seconds | undefined
  readonly levels: readonly number[] | undefined
  readonly sizeBytes: number | undefined
  readonly bytes: IncomingMessage
}

/** By guests of a link at one address, in an hour. */
const GUEST_FILES = 60

/**
 * Keeps a file until a note names it. The row comes after the blob: what a crash leaves in between, the sweep removes.
 */
export async function receiveAttachment(
  scope: TrackScope,
  { fileName, voiceSeconds, levels, sizeBytes, bytes }: SentFile,
): Promise<Attachment> {
  const { db, projectId, track, actor, now, newId, storage } = scope
  if (sizeBytes === undefined) throw noteErrors['attachment.length']()
  if (sizeBytes > LARGEST_ATTACHMENT_BYTES) throw noteErrors['attachment.too_large']()
  if (sizeBytes === 0) throw noteErrors['attachment.empty']()
  const wait =
    scope.share && (await waitFor(db, guestCounters({ what: 'files', ...scope.share, max: GUEST_FILES }), now()))
  if (wait !== undefined) throw noteErrors['note.too_many']()
  await refuseOverQuota(scope, sizeBytes)
  await requireFreeSpace(scope, sizeBytes)
  const id = newId()
  const name = givenName(fileName)
  const key = `attachments/${projectId}/${id}/${safeName(name)}`
  const looked = lookedAt(bytes)
  const stored = await storage.put(key, looked.stream).catch((error: unknown) => {
    if (bytes.destroyed && !bytes.complete) throw noteErrors['attachment.broken_off']()
    throw error
  })
  if (stored !== sizeBytes) {
    await storage.remove(key)
    throw noteErrors['attachment.broken_off']()
  }
  const { head, sha256 } = looked.seen()
  const media = mediaKind(head)
  const isVoice = voiceSeconds !== undefined && media?.kind === 'audio'
  const row: Insertable<NoteAttachmentTable> & Selectable<NoteAttachmentTable> = {
    id,
    project_id: projectId,
    track_id: track.id,
    note_id: null,
    author_id: actor.userId,
    kind: isVoice ? 'voice' : (media?.kind ?? 'file'),
    file_name: name,
    media_type: media?.mediaType ?? 'application/octet-stream',
    size_bytes: stored,
    sha256,
    storage_key: key,
    duration_seconds: isVoice ? voiceSeconds : null,
    levels: isVoice && levels ? JSON.stringify(levels) : null,
    position: 0,
    created_at: now(),
  }
  try {
    await change(scope, async (tx) => {
      await takeQuota(tx, stored)
      await tx.db.insertInto('note_attachments').values(row).execute()
    })
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  return attachmentOf(row)
}

/** Hangs files that their sender has kept ready on a note, in that order; all or none. */
export async function attachTo(
  { db, projectId, actor }: ProjectScope,
  note: Selectable<NoteTable>,
  ids: readonly string[],
): Promise<void> {
  for (const [position, id] of ids.entries()) {
    const { numUpdatedRows } = await db
      .updateTable('note_attachments')
      .set({ note_id: note.id, position })
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .where('track_id', '=', note.track_id)
      .where('author_id', '=', actor.userId)
      .where('note_id', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) !== 1) throw noteErrors['attachment.gone']()
  }
}

/** A file on a note that one may see, or one's own that is not sent yet. */
export async function openAttachment(scope: ProjectScope, id: string): Promise<Selectable<NoteAttachmentTable>> {
  const row = await scope.db
    .selectFrom('note_attachments')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!row || (row.note_id === null && row.author_id !== scope.actor.userId)) throw refused.not_found()
  if (row.note_id !== null) await openNote(scope, row.note_id)
  return row
}

export async function removeAttachment(scope: ProjectScope, id: string): Promise<typeof done> {
  const { db, actor, role, projectId, afterCommit, storage, log } = scope
  const file = await openAttachment(scope, id)
  if (!canDeleteNote({ userId: actor.userId, role }, file.author_id)) throw noteErrors['note.not_yours']()
  await db.deleteFrom('note_attachments').where('id', '=', id).execute()
  if (file.note_id !== null) {
    const { note } = await openNote(scope, file.note_id)
    await emit(scope, `project:${projectId}`, 'note.edited', {
      projectId,
      trackId: note.track_id,
      noteId: note.parent_id ?? note.id,
    })
  }
  // The sweep tries again.
  afterCommit(
    () =>
      void storage
        .remove(file.storage_key)
        .catch((error: unknown) => log.warn({ err: error }, 'a removed attachment stays for the sweep')),
  )
  return done
}

export function attachmentOf(row: Selectable<NoteAttachmentTable>): Attachment {
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    durationSeconds: row.duration_seconds,
    levels: row.levels === null ? null : JSON.parse(row.levels),
  }
}

/** Hashes what passes and keeps its beginning; longer than it may be, it breaks off. */
function lookedAt(bytes: IncomingMessage) {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, pass) {
      size += chunk.byteLength
      if (size > LARGEST_ATTACHMENT_BYTES) return pass(noteErrors['attachment.too_large']())
      if (head.byteLength < MEDIA_HEAD_BYTES)
        head = Buffer.concat([head, chunk.subarray(0, MEDIA_HEAD_BYTES - head.byteLength)])
      hash.update(chunk)
      pass(null, chunk)
    },
  })
  bytes.once('close', () => {
    if (!bytes.complete) stream.destroy(noteErrors['attachment.broken_off']())
  })
  // It is read by an iterator, which stops listening when it ends; an error nobody hears would end the process.
  stream.on('error', () => undefined)
  bytes.pipe(stream)
  return { stream, seen: () => ({ head, sha256: hash.digest('hex') }) }
}
