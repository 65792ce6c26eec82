import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import type { ProjectScope } from '#server/scope.ts'
import { findHeardVersion, openTrack, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { placeNote } from '../note-places.ts'
import { visibilitiesFor, type NoteAudience } from '../note-visibility.ts'
import type { NoteTable } from './notes.tables.ts'

/** Marks rows that `openNote` has found, so that no other code can build this scope. */
declare const found: unique symbol

/** Proof that a note or reply belongs to an accessible project, on a track that is not in the trash. */
export interface NoteScope extends ProjectScope {
  readonly note: Selectable<NoteTable> & { readonly [found]: true }
}

export async function openNote(
  scope: ProjectScope,
  noteId: string,
  { inTrash = false, audience = 'members' }: { inTrash?: boolean; audience?: NoteAudience } = {},
): Promise<NoteScope> {
  const note = await scope.db
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', noteId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', inTrash ? 'is not' : 'is', null)
    .where('visibility', 'in', visibilitiesFor(scope.share ? 'guests' : audience))
    .executeTakeFirst()
  if (!note) throw refused.not_found()
  const opened = await openTrack(scope, note.track_id)
  // A reply is accessible if its note is.
  if (note.parent_id !== null) await openNote(scope, note.parent_id, { audience })
  else if (!(await reachesNote(opened, note))) throw refused.not_found()
  return { ...scope, note: note as NoteScope['note'] }
}

/** Any note or reply that is not in the trash, even if its track is: for what a task updates. */
export async function findNote(scope: ProjectScope, noteId: string): Promise<NoteScope | undefined> {
  const note = await scope.db
    .selectFrom('notes')
    .selectAll()
    .where('id', '=', noteId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return note && { ...scope, note: note as NoteScope['note'] }
}

/** Guests reach what their list shows: their own notes, and, if the link shows notes, those on what they can hear. */
async function reachesNote(scope: TrackScope, note: Selectable<NoteTable>): Promise<boolean> {
  const { share, db } = scope
  if (!share || note.author_id === scope.actor.userId) return true
  if (!share.seesNotes) return false
  if (share.versionId === null && !share.latestOnly) return true
  const heard = await findHeardVersion(scope)
  const written = await db
    .selectFrom('versions')
    .select(['number', 'deleted_at'])
    .where('id', '=', note.version_id)
    .executeTakeFirst()
  const fixed =
    note.fixed_in === null
      ? undefined
      : await db.selectFrom('versions').select('number').where('id', '=', note.fixed_in).executeTakeFirst()
  if (!heard || !written) return false
  const placed = {
    fromSeconds: note.from_seconds,
    toSeconds: note.to_seconds,
    state: note.state,
    versionNumber: written.number,
    fixedInNumber: fixed?.number ?? null,
    isOrphan: written.deleted_at !== null,
  }
  return placeNote(placed, { number: heard.number, durationSeconds: heard.duration_seconds }, []) !== null
}
