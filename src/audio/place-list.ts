import type { Frames } from '#shared/units.ts'

/** A stretch of a recording where something happens, maybe several times in short succession. */
export interface Occurrence {
  readonly from: Frames
  /** Of the last time it happens in this stretch. */
  readonly to: Frames
  /** The loudest of them, an amplitude. */
  readonly level: number
  /** Null where it happens in several. */
  readonly channel: number | null
}

export interface Event {
  readonly channel: number
  readonly frame: Frames
  readonly level: number
}

/** Places that are remembered one by one; a mix that clips throughout has many thousands. */
const MOST_REMEMBERED = 2000

/** Gathers events, as they come block by block, into places: what lies close together is one to the ear. */
export class PlaceList {
  /** All of them, remembered or not. */
  count = 0
  readonly #gap: Frames
  readonly #places: Occurrence[] = []
  #last: Occurrence | null = null

  constructor(gap: Frames) {
    this.#gap = gap
  }

  /** Events of one block, in any order. */
  add(events: readonly Event[]): void {
    for (const { channel, frame, level } of events.toSorted((a, b) => a.frame - b.frame)) {
      const last = this.#last
      const joins = last !== null && frame - last.to <= this.#gap
      this.#last = joins
        ? {
            from: last.from,
            to: frame,
            level: Math.max(last.level, level),
            channel: last.channel === channel ? channel : null,
          }
        : { from: frame, to: frame, level, channel }
      if (!joins) this.count++
      if (this.count <= MOST_REMEMBERED) this.#places[this.count - 1] = this.#last
    }
  }

  /** The first, and the loudest of the others: so many at most, in time order. */
  worst(most: number): readonly Occurrence[] {
    const [first, ...others] = this.#places
    if (!first) return []
    return [first, ...others.toSorted((a, b) => b.level - a.level).slice(0, most - 1)].sort((a, b) => a.from - b.from)
  }
}
