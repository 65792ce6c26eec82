import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** A recording at a few kilohertz, small enough to keep hours of it in memory and to look anywhere in it. */
export interface ReducedSound {
  readonly sampleRate: Hertz
  readonly left: Float32Array
  readonly right: Float32Array
}

/** Enough to tell melodies and drums apart, and to a fifth of a millisecond. */
const LEAST_RATE: Hertz = 5000
/** Longer recordings are reduced further, to limit memory: 16 MB for each channel. */
const MOST_FRAMES: Frames = 2 ** 22

/** How often to halve the rate of the longer of two recordings. */
export function halvings(sampleRate: Hertz, longest: Seconds): number {
  const byRate = Math.floor(Math.log2(sampleRate / LEAST_RATE))
  const byLength = Math.ceil(Math.log2((longest * sampleRate) / MOST_FRAMES))
  return Math.max(0, byRate, byLength)
}

/** Reduces a recording block by block. Frame n of the result is frame n · 2^halvings of the recording. */
export class SoundReducer {
  readonly #rate: Hertz
  readonly #left: readonly HalfRate[]
  readonly #right: readonly HalfRate[]
  readonly #made: [Float32Array, Float32Array]
  #frames: Frames = 0

  constructor(sampleRate: Hertz, halved: number, expected: Seconds) {
    this.#rate = sampleRate / 2 ** halved
    const filters = () => Array.from({ length: halved }, (_, stage) => new HalfRate(reachOf(stage, halved)))
    this.#left = filters()
    this.#right = filters()
    const capacity = Math.ceil(expected * this.#rate) + 1024
    this.#made = [new Float32Array(capacity), new Float32Array(capacity)]
  }

  add({ left, right }: Sides): void {
    this.#keep(reduced(left, this.#left), reduced(right, this.#right))
  }

  finish(): ReducedSound {
    const rest = 2 * REACH * 2 ** this.#left.length
    this.add({ left: new Float64Array(rest), right: new Float64Array(rest) })
    const [left, right] = this.#made
    const delay = this.#left.reduce((sum, { reach }) => (sum + reach) / 2, 0)
    const from = Math.round(delay)
    return {
      sampleRate: this.#rate,
      left: left.subarray(from, this.#frames),
      right: right.subarray(from, this.#frames),
    }
  }

  #keep(left: Float64Array, right: Float64Array): void {
    const need = this.#frames + left.length
    if (need > this.#made[0].length) this.#made.forEach((side, i) => (this.#made[i as 0 | 1] = grown(side, need)))
    this.#made[0].set(left, this.#frames)
    this.#made[1].set(right, this.#frames)
    this.#frames = need
  }
}

function reduced(samples: Float64Array, filters: readonly HalfRate[]): Float64Array {
  return filters.reduce((made, filter) => filter.push(made), samples)
}

function grown(side: Float32Array, need: Frames): Float32Array {
  const larger = new Float32Array(Math.ceil(need * 1.1))
  larger.set(side)
  return larger
}

/** Samples of a filter on either side of its centre. */
const REACH = 12
/** Where at least two more halvings follow, only what is near the upper end must go. */
const SHORT_REACH = 4

function reachOf(stage: number, halved: number): number {
  return halved - stage > 2 ? SHORT_REACH : REACH
}

/** Every other weight of a half-band filter is zero; these are the others, from the centre outwards. */
function weightsOf(reach: number): Float64Array {
  return Float64Array.from({ length: reach / 2 }, (_, i) => {
    const distance = 2 * i + 1
    const window = 0.54 + 0.46 * Math.cos((Math.PI * distance) / reach)
    return (window * Math.sin((Math.PI * distance) / 2)) / (Math.PI * distance)
  })
}

/** Halves the sample rate, `reach` input samples late. */
class HalfRate {
  readonly reach: number
  readonly #weights: Float64Array
  /** What is left of the input, and the next input behind it. */
  #all: Float64Array
  #kept: number
  #made = new Float64Array(0)

  constructor(reach: number) {
    this.reach = reach
    this.#weights = weightsOf(reach)
    this.#kept = 2 * reach
    this.#all = new Float64Array(this.#kept)
  }

  /** Valid until the next call. */
  push(samples: Float64Array): Float64Array {
    const length = this.#kept + samples.length
    if (length > this.#all.length) {
      const larger = new Float64Array(length)
      larger.set(this.#all.subarray(0, this.#kept))
      this.#all = larger
    }
    const [all, weights, reach] = [this.#all, this.#weights, this.reach]
    all.set(samples, this.#kept)
    const count = Math.max(0, Math.floor((length - 2 * reach + 1) / 2))
    if (this.#made.length < count) this.#made = new Float64Array(count)
    const made = this.#made
    // In bounds everywhere: `reach` samples on either side.
    if (weights.length === 2) {
      // Most samples go through the short filter, once they are read.
      const [near, far] = weights as Float64Array & readonly [number, number]
      for (let n = 0, centre = reach; n < count; n++, centre += 2)
        made[n] =
          0.5 * (all[centre] as number) +
          near * ((all[centre - 1] as number) + (all[centre + 1] as number)) +
          far * ((all[centre - 3] as number) + (all[centre + 3] as number))
    } else this.#each(all, count)
    all.copyWithin(0, 2 * count, length)
    this.#kept = length - 2 * count
    return made.subarray(0, count)
  }

  #each(all: Float64Array, count: number): void {
    const [weights, reach, made] = [this.#weights, this.reach, this.#made]
    for (let n = 0; n < count; n++) {
      const centre = 2 * n + reach
      let sum = 0.5 * (all[centre] as number)
      for (let i = 0; i < weights.length; i++)
        sum += (weights[i] as number) * ((all[centre - 2 * i - 1] as number) + (all[centre + 2 * i + 1] as number))
      made[n] = sum
    }
  }
}
