import { fullPlayerPoint } from '#features/tracks/web/player/full-player-point.ts'
import { trackPagePoint } from '#features/tracks/web/track-points.ts'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { type LiveRules, projectOf } from '#web/live/live-rules.ts'
import { markNoteChanged } from './changed-notes.ts'
import { notesKey } from './notes.client.ts'
import { roundsKey } from './panel/rounds.client.ts'
import { trackNotesPoint } from './track-notes-point.ts'

/** A comparison aligns two versions and so changes where notes appear. */
const notesLive: LiveRules = {
  nouns: {
    note: noteChanged,
    // A version in the trash passes its notes and rounds to the others.
    version: ({ stream }) => [...allChanged(stream), ...roundKeysOf(stream)],
    reaction: noteChanged,
    round: ({ stream, kind }) => [...roundKeysOf(stream), ...(kind === 'round.sent' ? allChanged(stream) : [])],
    comparison: ({ stream, kind }) => (kind === 'comparison.ready' ? allChanged(stream) : []),
  },
  // Events of other features about one note: only that note is refetched.
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

export const notesWeb = defineWeb({
  name: 'notes',
  live: notesLive,
  keys: async () => (await import('./notes.keys.ts')).noteKeyList,
  palette: 'nothing',
  adds: [
    trackPagePoint.added(async () => {
      const [{ NotesPanel, useNotesOnTrackPage }] = await Promise.all([
        import('./notes-on-track-page.tsx'),
        trackNotesPoint.load(),
      ])
      await NotesPanel.load()
      return useNotesOnTrackPage
    }),
    fullPlayerPoint.added(async () => (await import('./notes-on-full-player.tsx')).useNotesOnFullPlayer),
  ],
})
