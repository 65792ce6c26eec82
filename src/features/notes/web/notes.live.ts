import type { StreamName } from '#shared/events.ts'
import { projectOf, type LiveRules } from '#web/live/live-rules.ts'
import { notesKey } from './notes.queries.ts'

/** A comparison says how two versions lie to each other, and so where notes are carried. */
export const notesLive: LiveRules = {
  nouns: {
    note: ({ stream }) => notesOf(stream),
    // One in the trash leaves its notes to the others.
    version: ({ stream }) => notesOf(stream),
    reaction: ({ stream }) => notesOf(stream),
    comparison: ({ stream, kind }) => (kind === 'comparison.ready' ? notesOf(stream) : []),
  },
  all: notesOf,
}

function notesOf(stream: StreamName): readonly (readonly string[])[] {
  const projectId = projectOf(stream)
  return projectId === undefined ? [] : [notesKey(projectId)]
}
