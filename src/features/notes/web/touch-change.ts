import type { QueryClient } from '@tanstack/react-query'
import type { Note } from '../notes.contract.ts'
import { notesKey } from './notes.client.ts'
import { markNoteChanged } from './changed-notes.ts'

interface NoteChangeSent {
  readonly projectId: string
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** Says which note a change was about, before the lists are called stale. False where it was about none. */
export function touchChange(
  queries: QueryClient,
  { projectId, route, params }: NoteChangeSent,
  madeId: string | undefined,
): boolean {
  if (!/\/notes(\/|$)/.test(route)) return false
  const saidId = params['noteId'] ?? madeId
  // What comes back may be an answer, of which nothing here says to which note.
  markNoteChanged(
    projectId,
    saidId === undefined || route.endsWith('/restore') ? null : noteIdOf(queries, projectId, saidId),
  )
  return true
}

/** The note that an answer belongs to, or the note itself. */
function noteIdOf(queries: QueryClient, projectId: string, saidId: string): string {
  const lists = queries.getQueriesData<readonly Note[]>({ queryKey: notesKey(projectId) })
  return (
    lists.flatMap(
      ([, notes]) =>
        (Array.isArray(notes) ? notes : []).find(
          ({ id, replies }: Note) => id === saidId || replies.some((reply) => reply.id === saidId),
        )?.id ?? [],
    )[0] ?? saidId
  )
}
