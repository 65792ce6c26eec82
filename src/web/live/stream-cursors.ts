import type { StreamName } from '#shared/events.ts'

/** What an arriving event means for its stream: to be applied, known already, or a sign that others were missed. */
export type Arrival = 'new' | 'known' | 'after-a-gap'

/** How far each stream has been seen. `read` and `write` keep the cursors beside the cached answers they belong to. */
export interface CursorStore {
  read(stream: StreamName): number | null
  write(stream: StreamName, seq: number): void
}

/** Judges an event by its stream and `seq`, which is gapless, and moves the cursor unless it was known. */
export function arrivalOf(cursors: CursorStore, stream: StreamName, seq: number): Arrival {
  const cursor = cursors.read(stream)
  if (cursor !== null && seq <= cursor) return 'known'
  cursors.write(stream, seq)
  return cursor === null || seq === cursor + 1 ? 'new' : 'after-a-gap'
}
