import type { Frames, Hertz } from '#shared/units.ts'

/** Zero crossings of the filter on either side: the stop band is 100 dB down. */
const CROSSINGS = 32
/** Below half the new rate, to leave room for the filter's transition band. */
const PASS_BAND = 0.92
const KAISER_BETA = 10

/**
 * Converts one channel to a lower sample rate, in chunks. Output frame n is the sound at n / `to` seconds: no delay. A
 * windowed sinc at the exact fractions that occur for these two rates.
 */
export class Resampler {
  readonly #step: number
  readonly #phases: number
  readonly #reach: Frames
  readonly #taps: readonly Float64Array[]
  #kept: Float64Array
  /** Input frame of the first buffered sample, including the silence before the recording. */
  #keptFrom: Frames
  #next = 0

  constructor(from: Hertz, to: Hertz) {
    if (!(to < from)) throw new RangeError('only from a higher rate to a lower one')
    const common = greatestCommon(from, to)
    this.#step = from / common
    this.#phases = to / common
    this.#reach = Math.ceil((CROSSINGS * from) / to)
    this.#taps = Array.from({ length: this.#phases }, (_, phase) =>
      this.#filter(phase / this.#phases, (to / from) * PASS_BAND),
    )
    this.#kept = new Float64Array(this.#reach)
    this.#keptFrom = -this.#reach
  }

  /** Output frames so far, those that were passed over included. */
  get frames(): Frames {
    return this.#next
  }

  /**
   * Returns the output that the samples so far determine, but for its first `pass` frames; `last` means that silence
   * follows.
   */
  push(samples: Float64Array, last = false, pass: Frames = 0): Float64Array<ArrayBuffer> {
    const input = new Float64Array(this.#kept.length + samples.length + (last ? this.#reach : 0))
    input.set(this.#kept)
    input.set(samples, this.#kept.length)
    const end = this.#keptFrom + input.length
    // The frames whose centre lies before the last `reach` samples.
    const known = Math.max(this.#next, Math.ceil(((end - this.#reach) * this.#phases) / this.#step))
    this.#next = Math.min(known, this.#next + pass)
    const count = known - this.#next
    const made = new Float64Array(count)
    for (let n = 0; n < count; n++) {
      const centre = Math.floor((this.#next * this.#step) / this.#phases)
      const taps = this.#taps[(this.#next * this.#step) % this.#phases] ?? new Float64Array(0)
      const start = centre - this.#reach + 1 - this.#keptFrom
      let sum = 0
      // In bounds: `centre` is far enough from both ends.
      for (let i = 0; i < taps.length; i++) sum += (taps[i] as number) * (input[start + i] as number)
      made[n] = sum
      this.#next++
    }
    const from = Math.floor((this.#next * this.#step) / this.#phases) - this.#reach + 1
    this.#kept = input.slice(Math.max(0, Math.min(input.length, from - this.#keptFrom)))
    this.#keptFrom = end - this.#kept.length
    return made
  }

  /** Weights of the samples from centre - reach + 1 to centre + reach, for the time `fraction` after the centre. */
  #filter(fraction: number, cutoff: number): Float64Array {
    const reach = this.#reach
    const taps = Float64Array.from({ length: 2 * reach }, (_, i) => {
      const distance = i - reach + 1 - fraction
      return cutoff * sinc(cutoff * distance) * kaiser(distance / reach)
    })
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  }
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)
}

/** The modified Bessel function of the first kind, order zero, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1]
  for (let k = 1; term > sum * 1e-16; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommon(a: number, b: number): number {
  return b === 0 ? a : greatestCommon(b, a % b)
}
