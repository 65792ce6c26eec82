import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import type { Frames } from '#shared/units.ts'

/** Sound of two sides. One channel stands in both. */
export interface Sides {
  readonly left: Float64Array
  readonly right: Float64Array
}

/** The same place of A and of B, where B's piece begins `reach` frames before and ends as many after A's, zeros where it has none. */
export interface PlacePair {
  readonly a: Sides
  readonly b: Sides
}

export interface ExactLag {
  /** Frames to add to the offset that the places were taken at; -reach to reach. */
  readonly lag: Frames
  /** Normalised correlation there, -1..1: negative is upside down. Of the better half of the places, as others may have been edited. */
  readonly correlation: number
}

/** Below this, B against A, a piece is silence: -80 dBFS. */
const SILENT_SQUARE = 1e-8

/**
 * How much of the sample before is taken away from each: low notes swing too slowly to tell one sample from the next,
 * and the highest are what codecs invent anew.
 */
const EMPHASIS = 0.8

/** Finds exact lags; kept for many places, as its tables and buffers are large. */
export class LagFinder {
  readonly #reach: Frames
  readonly #fft: Fft
  readonly #buffers: readonly [Float64Array, Float64Array, Float64Array, Float64Array]

  /** For pieces of A of at most so many frames, and lags up to `reach` to either side. */
  constructor(mostFrames: Frames, reach: Frames) {
    this.#reach = reach
    this.#fft = new Fft(nextPowerOfTwo(mostFrames + 2 * reach))
    const buffer = () => new Float64Array(this.#fft.size)
    this.#buffers = [buffer(), buffer(), buffer(), buffer()]
  }

  /**
   * The lag at which all places together fit best. Undefined where all places are silent in A or in B.
   */
  find(places: readonly PlacePair[]): ExactLag | undefined {
    const reach = this.#reach
    const sums = new Float64Array(2 * reach + 1)
    const curves = places.flatMap((place) => this.#correlations(place) ?? [])
    if (curves.length === 0) return undefined
    for (const curve of curves) for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (curve[i] as number) // as long, by the reach
    let best = 0
    // Where music repeats itself exactly, the smaller lag is meant.
    const nearer = (i: number, than: number) => Math.abs(i - reach) < Math.abs(than - reach)
    sums.forEach((value, i) => {
      const [now, before] = [Math.abs(value), Math.abs(sums[best] ?? 0)]
      if (now > before * (1 + 1e-9) || (now > before * (1 - 1e-9) && nearer(i, best))) best = i
    })
    return { lag: best - reach, correlation: betterHalf(curves.map((curve) => curve[best] ?? 0), Math.sign(sums[best] ?? 0)) }
  }

  /** The normalised correlation at every lag; both sides at once, as real and imaginary part of one signal. */
  #correlations({ a, b }: PlacePair): Float64Array | undefined {
    if (level(a) < SILENT_SQUARE || level(b) < SILENT_SQUARE) return undefined
    const [aRe, aIm, bRe, bIm] = this.#buffers
    emphasise(a.left, aRe)
    emphasise(a.right, aIm)
    emphasise(b.left, bRe)
    emphasise(b.right, bIm)
    const own = energy(aRe) + energy(aIm)
    if (own === 0) return undefined
    const others = slidingEnergy(bRe, bIm, a.left.length, 2 * this.#reach + 1)
    this.#correlate()
    const floor = others.reduce((most, other) => Math.max(most, other), 0) * 1e-6
    return others.map((other, lag) => (other > floor ? (bRe[lag] ?? 0) / this.#fft.size / Math.sqrt(own * other) : 0))
  }

  /** Leaves the sums of products in the third buffer. */
  #correlate(): void {
    const [aRe, aIm, bRe, bIm] = this.#buffers
    this.#fft.forward(aRe, aIm)
    this.#fft.forward(bRe, bIm)
    for (let k = 0; k < aRe.length; k++) {
      const [ar, ai, br, bi] = [aRe[k] as number, aIm[k] as number, bRe[k] as number, bIm[k] as number] // all buffers are as long
      bRe[k] = ar * br + ai * bi
      bIm[k] = ar * bi - ai * br
    }
    this.#fft.inverse(bRe, bIm)
  }
}

/** Mean of the half that fits best that way up. */
function betterHalf(correlations: readonly number[], sign: number): number {
  const best = correlations.map((value) => value * sign).sort((one, other) => other - one).slice(0, Math.ceil(correlations.length / 2))
  return (sign * best.reduce((sum, value) => sum + value, 0)) / best.length
}

function emphasise(samples: Float64Array, into: Float64Array): void {
  into.fill(0)
  for (let i = 1; i < samples.length; i++) into[i] = (samples[i] as number) - EMPHASIS * (samples[i - 1] as number) // inside, by the length
}

function energy(samples: Float64Array): number {
  let sum = 0
  for (let i = 0; i < samples.length; i++) sum += (samples[i] as number) ** 2 // inside, by the length
  return sum
}

function level({ left, right }: Sides): number {
  return (energy(left) + energy(right)) / (2 * left.length)
}

/** Energy of as many samples as A has but the first, which has none before it, from each lag on. */
function slidingEnergy(left: Float64Array, right: Float64Array, length: Frames, lags: number): Float64Array {
  const square = (i: number) => (left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2
  const sums = new Float64Array(lags)
  let sum = 0
  for (let i = 1; i < length; i++) sum += square(i)
  for (let lag = 0; lag < lags; lag++) {
    sums[lag] = Math.max(0, sum)
    sum += square(lag + length) - square(lag + 1)
  }
  return sums
}
