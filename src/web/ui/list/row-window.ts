/** Indexes of the rendered rows; `last` is inclusive. */
export interface RowWindow {
  readonly first: number
  readonly last: number
}

/** Rows render this far beyond the view, in CSS pixels, */
const AHEAD = 900
/** and new ones when the view is this close to the last of them. */
const NEAR = 300

/** Start of each row, and the end of the last one. */
export function rowOffsets(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
  estimate: number,
): readonly number[] {
  const offsets = [0]
  let end = 0
  for (const key of keys) offsets.push((end += heights.get(key) ?? estimate))
  return offsets
}

interface Span {
  readonly top: number
  readonly bottom: number
}

/** The rows for a view. Returns the present window unchanged while it reaches far enough around the view. */
export function rowsIn(offsets: readonly number[], { top, bottom }: Span, before: RowWindow): RowWindow {
  const count = offsets.length - 1
  const end = offsets[count] ?? 0
  const isReady =
    before.last < count &&
    before.first <= before.last &&
    (offsets[before.first] ?? 0) <= Math.max(0, top - NEAR) &&
    (offsets[before.last + 1] ?? 0) >= Math.min(end, bottom + NEAR) &&
    (offsets[before.last + 1] ?? 0) - (offsets[before.first] ?? 0) <= bottom - top + 4 * AHEAD
  if (isReady) return before
  const first = rowAt(offsets, top - AHEAD)
  const last = rowAt(offsets, bottom + AHEAD)
  return first === before.first && last === before.last ? before : { first, last }
}

/** The row at a position; the first or last one beyond them. */
export function rowAt(offsets: readonly number[], at: number): number {
  let [low, high] = [0, offsets.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** The window's rows and the pinned ones, in order, without duplicates. */
export function withPinned({ first, last }: RowWindow, pinned: readonly number[], count: number): readonly number[] {
  const rows = new Set(pinned.filter((index) => index < count))
  for (let index = first; index <= Math.min(last, count - 1); index += 1) rows.add(index)
  return [...rows].toSorted((a, b) => a - b)
}
