import type { QueryClient } from '@tanstack/react-query'
import type { Note } from '../notes.contract.ts'
import { notesKey } from './notes.client.ts'
import { markNoteChanged } from './changed-notes.ts'

interface NoteChangeSent {
  readonly projectId: string
  readonly route: string
  readonly params: Readonly<Record<string, string>>
}

/** Marks the note that a change was about, before lists are marked stale. Returns false if there was none. */
export function touchChange(
  queries: QueryClient,
  { projectId, route, params }: NoteChangeSent,
  madeId: string | undefined,
): boolean {
  if (!/\/notes(\/|$)/.test(route)) return false
  const saidId = params['noteId'] ?? madeId
  // A restored item may be a reply whose note is unknown here.
  markNoteChanged(
    projectId,
    saidId === undefined || route.endsWith('/restore') ? null : noteIdOf(queries, projectId, saidId),
  )
  return true
}

/** The note of a reply, or the note itself. */
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
