import type { Seconds } from '#shared/units.ts'
import type { PlacedNote } from './note-order.ts'

/** The range around a single position that a note covers. */
const AROUND: Seconds = 2
/** The most conflicts listed; more would not help a decision. */
const MOST = 8

/**
 * Open notes that contradict each other: by different people, about the same part, one for more and one for less, at
 * overlapping positions. By id, in both directions; each in order of time.
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
        // A note that ends before this one begins cannot overlap later ones either.
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
