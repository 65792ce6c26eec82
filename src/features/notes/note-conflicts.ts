import type { Seconds } from '#shared/units.ts'
import type { PlacedNote } from './note-order.ts'

/** How far around a moment a note speaks for. */
const AROUND: Seconds = 2
/** More than these help nobody to decide. */
const MOST = 8

/**
 * Which open notes contradict which: of different people, about the same part, one for more and one for less, where
 * their places overlap. By id, both ways; each in the order of the music.
 */
export function conflictsOf(notes: readonly PlacedNote[]): ReadonlyMap<string, readonly PlacedNote[]> {
  const found = new Map<string, PlacedNote[]>()
  const against = (note: PlacedNote, other: PlacedNote) =>
    void found.set(note.id, [...(found.get(note.id) ?? []), other])
  const speaking = notes.filter(
    ({ state, part, direction }) => state === 'open' && part !== null && (direction === 'more' || direction === 'less'),
  )
  for (const ofPart of Map.groupBy(speaking, ({ part }) => part?.toLocaleLowerCase()).values()) {
    const standing: Span[] = []
    for (const span of ofPart.map(spanOf).toSorted((a, b) => a.from - b.from)) {
      const { note } = span
      let kept = 0
      for (const other of standing) {
        // Whoever has ended before this one begins meets none that come later either.
        if (other.to <= span.from) continue
        standing[kept++] = other
        if (
          other.note.direction === note.direction ||
          other.note.authorId === note.authorId ||
          isFull(found, note) ||
          isFull(found, other.note)
        )
          continue
        against(note, other.note)
        against(other.note, note)
      }
      standing.length = kept
      standing.push(span)
    }
  }
  for (const [id, others] of found)
    found.set(
      id,
      others.toSorted((a, b) => a.place.fromSeconds - b.place.fromSeconds),
    )
  return found
}

function isFull(found: ReadonlyMap<string, readonly PlacedNote[]>, { id }: PlacedNote): boolean {
  return (found.get(id)?.length ?? 0) >= MOST
}

interface Span {
  readonly note: PlacedNote
  readonly from: Seconds
  readonly to: Seconds
}

function spanOf(note: PlacedNote): Span {
  const { fromSeconds, toSeconds } = note.place
  return toSeconds === null
    ? { note, from: fromSeconds - AROUND, to: fromSeconds + AROUND }
    : { note, from: fromSeconds, to: toSeconds }
}
