import { turnedSegments } from '#audio/segment-map.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { type DeckMap, gapsIn } from './deck-map.ts'

/** Something that only one of two sources has, in the row of the other one. */
export interface RowSeam {
  /** In the first source's time; `until` is the same if the first has nothing there. */
  readonly at: Seconds
  readonly until: Seconds
  /** The source that has it: an index in the deck, the moment in its own time, and its name. */
  readonly source: number
  readonly own: Seconds
  readonly length: Seconds
  readonly name: string
}

interface SeamedSource {
  readonly index: number
  readonly name: string
  readonly totalFrames: Frames
}

/** Shorter differences of length are no edits that anyone looks for. */
const LEAST: Seconds = 0.1

/** By a map from the first source to another: what either has alone, in order. */
export function rowSeams(
  map: DeckMap,
  [first, other]: readonly [SeamedSource, SeamedSource],
  rate: Hertz,
): readonly RowSeam[] {
  const lengths = { from: first.totalFrames, to: other.totalFrames }
  const cut = gapsIn(map, lengths, rate).map(({ from, to, instead }) => ({
    at: from + instead,
    until: to,
    source: first.index,
    own: from + instead,
    length: to - from - instead,
    name: first.name,
  }))
  const added = gapsIn(turnedSegments(map), { from: lengths.to, to: lengths.from }, rate).map(
    ({ from, to, seam, instead }) => ({
      at: seam + instead,
      until: seam + instead,
      source: other.index,
      own: from + instead,
      length: to - from - instead,
      name: other.name,
    }),
  )
  return [...cut, ...added].filter(({ length }) => length >= LEAST).toSorted((one, next) => one.at - next.at)
}
