import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { keyOf } from '#audio/key/key-of.ts'
import type { MeasuredKey } from '#audio/key/musical-key.ts'
import { PITCH_WINDOW, PitchPeakFinder } from '#audio/key/pitch-peaks.ts'
import { ToneTally } from '#audio/key/tone-tally.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** The rate at which tones are looked for: three times the highest, which leaves room for filters. */
const PITCH_RATE: Hertz = 6000
/** Until here one window follows the other; later two of three are left out, which notes of a song do not need. */
const ALL_UNTIL: Seconds = 20
const LATER_EVERY = 3
/** What is longer than songs needs fewer still. */
const SOME_UNTIL: Seconds = 600
const LATEST_EVERY = 12
/** Unequal, so that a channel of inverted polarity does not cancel the other. */
const RIGHT_SHARE = 0.6

/** A half-band low-pass: every second tap is zero, but for the middle. */
const TAPS = [0.3126, -0.0907, 0.0401, -0.0176, 0.0068, -0.0019] as const
const REACH = 2 * TAPS.length - 1
const COLLECTED = 2 * PITCH_WINDOW + 2 * REACH

/** Collects a recording's tones from its blocks, in windows of 0.7 s, and reads its key from them. */
export class KeyWatch {
  readonly tally = new ToneTally()
  readonly #finder: PitchPeakFinder
  /** Source frames whose sum is a sample at twice the pitch rate. */
  readonly #sumOf: Frames
  readonly #windowFrames: Frames
  readonly #allUntil: Frames
  readonly #someUntil: Frames
  readonly #collected = new Float64Array(COLLECTED)
  /** Two windows, which share a transform. */
  readonly #windows = [new Float64Array(PITCH_WINDOW), new Float64Array(PITCH_WINDOW)] as const
  #waiting = 0
  #filled = 0
  #sum = 0
  #summed = 0
  /** The frame at which the present or next window begins. */
  #start: Frames = 0

  constructor(sampleRate: Hertz) {
    this.#sumOf = Math.max(1, Math.round(sampleRate / (2 * PITCH_RATE)))
    this.#windowFrames = COLLECTED * this.#sumOf
    this.#allUntil = ALL_UNTIL * sampleRate
    this.#someUntil = SOME_UNTIL * sampleRate
    this.#finder = new PitchPeakFinder(sampleRate / this.#sumOf / 2)
  }

  add({ from, frames, before, planes }: SampleBlock): void {
    const [left, right = left] = planes
    if (!left || !right) return
    let at = Math.max(0, this.#start - from)
    while (at < frames) {
      at = this.#collect(left, right, before + at, before + frames) - before
      if (this.#filled < COLLECTED) return
      this.#filled = 0
      halve(this.#collected, this.#windows[this.#waiting === 0 ? 0 : 1])
      this.#waiting++
      if (this.#waiting === 2) this.#look()
      const end = this.#start + this.#windowFrames
      const every = end < this.#someUntil ? LATER_EVERY : LATEST_EVERY
      this.#start = end < this.#allUntil ? end : this.#start + every * this.#windowFrames
      at = Math.max(at, this.#start - from)
    }
  }

  /** Null if there is no clear one. Ask at the end. */
  key(): MeasuredKey | null {
    if (this.#waiting === 1) {
      this.#windows[1].fill(0)
      this.#look()
    }
    return keyOf(this.tally)
  }

  /** Sums frames until the window or the block is full; returns the frame where it stopped. */
  #collect(left: Float32Array, right: Float32Array, first: Frames, end: Frames): Frames {
    const [collected, sumOf] = [this.#collected, this.#sumOf]
    let [sum, summed, filled, i] = [this.#sum, this.#summed, this.#filled, first]
    while (i < end && filled < COLLECTED) {
      const until = Math.min(end, i + sumOf - summed)
      summed += until - i
      // In bounds: the block's.
      for (; i < until; i++) sum += (left[i] as number) + RIGHT_SHARE * (right[i] as number)
      if (summed < sumOf) break
      collected[filled++] = sum
      sum = summed = 0
    }
    this.#sum = sum
    this.#summed = summed
    this.#filled = filled
    return i
  }

  #look(): void {
    const [one, other] = this.#windows
    this.#finder.transform(one, other)
    for (let index = 0; index < this.#waiting; index++) this.tally.add(this.#finder.find(index === 0 ? 0 : 1))
    this.#waiting = 0
  }
}

/** Half the rate. */
function halve(samples: Float64Array, into: Float64Array): void {
  for (let k = 0; k < into.length; k++) {
    const middle = 2 * k + REACH
    // In bounds by construction.
    let sum = 0.5 * (samples[middle] as number)
    for (let tap = 0; tap < TAPS.length; tap++) {
      const reach = 2 * tap + 1
      sum += (TAPS[tap] as number) * ((samples[middle - reach] as number) + (samples[middle + reach] as number))
    }
    into[k] = sum
  }
}
