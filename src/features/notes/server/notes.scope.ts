import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import type { ProjectScope } from '#server/scope.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { visibilitiesFor, type NoteAudience } from '../note-visibility.ts'
import type { NoteTable } from './notes.tables.ts'

/** Proof that a note or reply is in the project one was let into, on a track that is there. */
export interface NoteScope extends ProjectScope {
  readonly note: Selectable<NoteTable>
}

export async function openNote(scope: ProjectScope, noteId: string, { inTrash = false, audience = 'members' }: { inTrash?: boolean; audience?: NoteAudience } = {}): Promise<NoteScope> {
  const note = await scope.db.selectFrom('notes').selectAll().where('id', '=', noteId).where('project_id', '=', scope.projectId).where('deleted_at', inTrash ? 'is not' : 'is', null).where('visibility', 'in', visibilitiesFor(audience)).executeTakeFirst()
  if (!note) throw refused.not_found()
  await openTrack(scope, note.track_id)
  // A reply goes with its note.
  if (note.parent_id !== null) await openNote(scope, note.parent_id, { audience })
  return { ...scope, note }
}
