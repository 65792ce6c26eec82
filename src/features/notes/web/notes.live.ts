import type { StreamEvent, StreamName } from '#shared/events.ts'
import { projectOf, type LiveRules } from '#web/live/live-rules.ts'
import { markNoteChanged } from './changed-notes.ts'
import { notesKey } from './notes.client.ts'
import { roundsKey } from './panel/rounds.client.ts'

/** A comparison says how two versions lie to each other, and so where notes are carried. */
export const notesLive: LiveRules = {
  nouns: {
    note: noteChanged,
    // One in the trash leaves its notes and rounds to the others.
    version: ({ stream }) => [...allChanged(stream), ...roundKeysOf(stream)],
    reaction: noteChanged,
    round: ({ stream, kind }) => [...roundKeysOf(stream), ...(kind === 'round.sent' ? allChanged(stream) : [])],
    comparison: ({ stream, kind }) => (kind === 'comparison.ready' ? allChanged(stream) : []),
  },
  // Whatever another feature says about a note: the lists are not read as a whole for it.
  every: ({ stream, refs }) => {
    touch(stream, refs['noteId'])
    return []
  },
  all: (stream) => [...allChanged(stream), ...roundKeysOf(stream)],
}

function noteChanged({ stream, refs }: StreamEvent): readonly (readonly string[])[] {
  touch(stream, refs['noteId'] ?? null)
  return keysOf(stream)
}

function allChanged(stream: StreamName): readonly (readonly string[])[] {
  touch(stream, null)
  return keysOf(stream)
}

function touch(stream: StreamName, noteId: string | null | undefined): void {
  const projectId = projectOf(stream)
  if (projectId !== undefined && noteId !== undefined) markNoteChanged(projectId, noteId)
}

function keysOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [notesKey(projectId)]
}

function roundKeysOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [roundsKey(projectId)]
}
