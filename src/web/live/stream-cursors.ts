import type { StreamName } from '#shared/events.ts'

/** What to do with an event: apply it, ignore it as known, or treat it as a sign that earlier events were missed. */
export type Arrival = 'new' | 'known' | 'after-a-gap'

/** The last event seen of each stream. `read` and `write` store the cursors next to the cached answers. */
export interface CursorStore {
  read(stream: StreamName): number | null
  write(stream: StreamName, seq: number): void
}

/** Classifies an event by its stream and gapless `seq`, and moves the cursor unless the event is known. */
export function arrivalOf(cursors: CursorStore, stream: StreamName, seq: number): Arrival {
  const cursor = cursors.read(stream)
  if (cursor !== null && seq <= cursor) return 'known'
  cursors.write(stream, seq)
  return cursor === null || seq === cursor + 1 ? 'new' : 'after-a-gap'
}
