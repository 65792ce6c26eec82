import type { AuthoredMarker } from '#audio/markers/plain-markers.ts'
import { inList, placedNotes, type NoteList, type PlacedNote } from '#features/notes/note-order.ts'
import type { Note } from '#features/notes/notes.contract.ts'
import { listNotes } from '#features/notes/server/note-list.queries.ts'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { markerText } from '../marker-plan.ts'
import { sheetStrings } from './note-sheet.strings.ts'

/** The notes on a version, in order of time. */
export async function notesOn(scope: VersionScope, list: NoteList): Promise<readonly PlacedNote[]> {
  const notes: Note[] = []
  let cursor: string | undefined
  do {
    const page = await listNotes(scope, { limit: 500, ...(cursor !== undefined && { cursor }) })
    notes.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return placedNotes(notes).filter((note) => inList(list, note))
}

/** Times are on the version's own timeline. */
export function markersOf(notes: readonly PlacedNote[]): readonly AuthoredMarker[] {
  return notes.map((note) => ({
    at: note.place.fromSeconds,
    end: note.place.toSeconds,
    text: markerText(note),
    author: note.authorName ?? sheetStrings.someone,
  }))
}
