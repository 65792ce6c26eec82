import type { Frames } from '#shared/units.ts'

/** A stretch of a recording with one or more events in short succession. */
export interface Occurrence {
  readonly from: Frames
  /** The last event in this stretch. */
  readonly to: Frames
  /** The loudest event, as an amplitude. */
  readonly level: number
  /** Null if several channels are involved. */
  readonly channel: number | null
}

export interface Event {
  readonly channel: number
  readonly frame: Frames
  readonly level: number
}

/** How many places are stored; a mix that clips throughout has many thousands. */
const MOST_REMEMBERED = 2000

/** Groups events, which arrive block by block, into places: events close together are heard as one. */
export class PlaceList {
  /** The number of all places, stored or not. */
  count = 0
  /** Their total length: from the first event of each to the end of its last. */
  frames: Frames = 0
  readonly #gap: Frames
  readonly #eventFrames: Frames
  readonly #places: Occurrence[] = []
  #last: Occurrence | null = null

  /** `eventFrames`: the length of one event. */
  constructor(gap: Frames, eventFrames: Frames = 1) {
    this.#gap = gap
    this.#eventFrames = eventFrames
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
      this.frames += joins ? frame - last.to : this.#eventFrames
      if (this.count <= MOST_REMEMBERED) this.#places[this.count - 1] = this.#last
    }
  }

  /** Raises the levels of the places in which these events are, give or take some frames. */
  raise(events: readonly Event[], near: Frames): void {
    for (const { channel, frame, level } of events) {
      const at = this.#places.findIndex(
        (place) =>
          (place.channel === null || place.channel === channel) &&
          frame >= place.from - near &&
          frame <= place.to + near,
      )
      const place = this.#places[at]
      if (place && level > place.level) this.#places[at] = { ...place, level }
    }
  }

  /** The first place and the loudest of the others, at most `most`, in order of time. */
  worst(most: number): readonly Occurrence[] {
    const [first, ...others] = this.#places
    if (!first) return []
    return [first, ...others.toSorted((a, b) => b.level - a.level).slice(0, most - 1)].sort((a, b) => a.from - b.from)
  }
}
