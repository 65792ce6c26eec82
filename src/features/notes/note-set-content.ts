import type { Instant, Seconds } from '#shared/units.ts'
import type { NoteMarks } from './note-marks.ts'
import type { NoteVisibility } from './note-visibility.ts'

export interface SetNote extends NoteMarks {
  readonly id: string
  readonly fromSeconds: Seconds
  readonly toSeconds: Seconds | null
  readonly visibility: NoteVisibility
  readonly body: string
}

export interface NoteSetFacts {
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  /** Of the version's original file. */
  readonly fileSha256: string
  readonly round: number
  readonly author: { readonly id: string; readonly name: string }
  readonly sentAt: Instant
  readonly notes: readonly SetNote[]
}

/**
 * A set's canonical content: JSON without spaces, keys in this order, notes in order of time. Its SHA-256 is the set's
 * signature.
 */
export function noteSetContent({
  projectId,
  trackId,
  versionId,
  fileSha256,
  round,
  author,
  sentAt,
  notes,
}: NoteSetFacts): string {
  const inOrder = notes.toSorted((a, b) => a.fromSeconds - b.fromSeconds || (a.id < b.id ? -1 : 1))
  return JSON.stringify({
    format: 'roughmix-note-set-1',
    projectId,
    trackId,
    versionId,
    fileSha256,
    round,
    author: { id: author.id, name: author.name },
    sentAt: new Date(sentAt).toISOString(),
    notes: inOrder.map(({ id, fromSeconds, toSeconds, section, part, direction, visibility, body }) => ({
      id,
      fromSeconds,
      toSeconds,
      section,
      part,
      direction,
      visibility,
      body,
    })),
  })
}
