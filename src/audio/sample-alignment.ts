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
  /**
   * Normalised correlation there, -1..1: negative is upside down. Of the better half of the places, as others may have been edited,
   * and of the sides that fit best: a channel that is dead, swapped or upside down must not hide that the rest is the same.
   */
  readonly correlation: number
}

/** Which sides are held against each other: both as they are, or one of A with one of B. */
const FITS = ['both', 'leftLeft', 'rightRight', 'leftRight', 'rightLeft'] as const
type Fit = (typeof FITS)[number]
type FitCurves = Readonly<Record<Fit, Float64Array>>

/** Below this, B against A, a piece is silence: -80 dBFS. */
const SILENT_SQUARE = 1e-8
/** A side this much weaker than the other is not heard beside it: noise of a dead channel fits nothing. */
const DEAD_SIDE = 1e-4
/** Both sides as they are go before a single pair of sides that fits hardly better. */
const PREFER_BOTH = 0.9

/**
 * How much of the sample before is taken away from each: low notes swing too slowly to tell one sample from the next,
 * and the highest are what codecs invent anew.
 */
const EMPHASIS = 0.8

/** Finds exact lags; kept for many places, as its tables and buffers are large. */
export class LagFinder {
  readonly #reach: Frames
  readonly #fft: Fft
  readonly #buffers: readonly [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

  /** For pieces of A of at most so many frames, and lags up to `reach` to either side. */
  constructor(mostFrames: Frames, reach: Frames) {
    this.#reach = reach
    this.#fft = new Fft(nextPowerOfTwo(mostFrames + 2 * reach))
    const buffer = () => new Float64Array(this.#fft.size)
    this.#buffers = [buffer(), buffer(), buffer(), buffer(), buffer(), buffer()]
  }

  /**
   * The lag at which all places together fit best. Undefined where all places are silent in A or in B.
   */
  find(places: readonly PlacePair[]): ExactLag | undefined {
    const curves = places.flatMap((place) => this.#correlations(place) ?? [])
    if (curves.length === 0) return undefined
    const found = FITS.map((fit) => this.#peak(curves.map((curve) => curve[fit])))
    const [both] = found
    const best = found.reduce((one, other) => (other.sum > one.sum ? other : one))
    return both && both.sum >= PREFER_BOTH * best.sum ? both : best
  }

  #peak(curves: readonly Float64Array[]): ExactLag & { readonly sum: number } {
    const reach = this.#reach
    const sums = new Float64Array(2 * reach + 1)
    for (const curve of curves) for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (curve[i] as number) // as long, by the reach
    let best = reach
    // Where music repeats itself exactly, the smaller lag is meant.
    const nearer = (i: number, than: number) => Math.abs(i - reach) < Math.abs(than - reach)
    sums.forEach((value, i) => {
      const [now, before] = [Math.abs(value), Math.abs(sums[best] ?? 0)]
      if (now > before * (1 + 1e-9) || (now > before * (1 - 1e-9) && nearer(i, best))) best = i
    })
    const sum = sums[best] ?? 0
    return { lag: best - reach, correlation: betterHalf(curves.map((curve) => curve[best] ?? 0), Math.sign(sum)), sum: Math.abs(sum) }
  }

  /** The normalised correlations at every lag. */
  #correlations({ a, b }: PlacePair): FitCurves | undefined {
    if (level(a) < SILENT_SQUARE || level(b) < SILENT_SQUARE) return undefined
    const [aRe, aIm, bRe, bIm, crossRe, crossIm] = this.#buffers
    emphasise(a.left, aRe)
    emphasise(a.right, aIm)
    emphasise(b.left, bRe)
    emphasise(b.right, bIm)
    const own = { left: energy(aRe), right: energy(aIm) }
    if (own.left + own.right === 0) return undefined
    const lags = 2 * this.#reach + 1
    const others = { left: slidingEnergy(bRe, a.left.length, lags), right: slidingEnergy(bIm, a.left.length, lags) }
    this.#correlate()
    const { size } = this.#fft
    const heard = (side: 'left' | 'right') => own[side] > DEAD_SIDE * (own.left + own.right)
    const curve = (products: (lag: number) => number, ownEnergy: number, other: (lag: number) => number) => {
      const energies = Float64Array.from({ length: lags }, (_, lag) => other(lag))
      const floor = energies.reduce((most, value) => Math.max(most, value), 0) * 1e-6
      return energies.map((value, lag) => (value > floor ? products(lag) / size / Math.sqrt(ownEnergy * value) : 0))
    }
    const one = (side: 'left' | 'right', otherSide: 'left' | 'right', products: Float64Array) =>
      heard(side) ? curve((lag) => products[lag] ?? 0, own[side], (lag) => quietened(others, otherSide, lag)) : new Float64Array(lags)
    return {
      both: curve((lag) => (bRe[lag] ?? 0) + (bIm[lag] ?? 0), own.left + own.right, (lag) => (others.left[lag] ?? 0) + (others.right[lag] ?? 0)),
      leftLeft: one('left', 'left', bRe),
      rightRight: one('right', 'right', bIm),
      leftRight: one('left', 'right', crossRe),
      rightLeft: one('right', 'left', crossIm),
    }
  }

  /** Sums of products: left with left and right with right in the second pair of buffers, crosswise in the third. */
  #correlate(): void {
    const [aRe, aIm, bRe, bIm, crossRe, crossIm] = this.#buffers
    const { size } = this.#fft
    this.#fft.forward(aRe, aIm)
    this.#fft.forward(bRe, bIm)
    for (let k = 0; k <= size / 2; k++) {
      const mirrored = (size - k) % size
      const [a, b] = [spectraAt(aRe, aIm, k, mirrored), spectraAt(bRe, bIm, k, mirrored)]
      putReal(bRe, bIm, k, mirrored, times(a.left, b.left), times(a.right, b.right))
      putReal(crossRe, crossIm, k, mirrored, times(a.left, b.right), times(a.right, b.left))
    }
    this.#fft.inverse(bRe, bIm)
    this.#fft.inverse(crossRe, crossIm)
  }
}

type Complex = readonly [re: number, im: number]

/** One transform carried both sides, as its real and its imaginary part: here they are apart again. */
function spectraAt(re: Float64Array, im: Float64Array, k: number, mirrored: number): { readonly left: Complex; readonly right: Complex } {
  const [zr, zi, wr, wi] = [re[k] as number, im[k] as number, re[mirrored] as number, -(im[mirrored] as number)] // inside, by the size
  return { left: [(zr + wr) / 2, (zi + wi) / 2], right: [(zi - wi) / 2, -(zr - wr) / 2] }
}

/** The conjugate of the first, times the second. */
function times([ar, ai]: Complex, [br, bi]: Complex): Complex {
  return [ar * br + ai * bi, ar * bi - ai * br]
}

/** Two spectra of real signals as the one whose real part will be the first and whose imaginary part the second. */
function putReal(re: Float64Array, im: Float64Array, k: number, mirrored: number, [xr, xi]: Complex, [yr, yi]: Complex): void {
  re[k] = xr - yi
  im[k] = xi + yr
  if (mirrored === k) return
  re[mirrored] = xr + yi
  im[mirrored] = yr - xi
}

/** A dead side of B counts as silent: then nothing is said to be like it. */
function quietened(others: { readonly left: Float64Array; readonly right: Float64Array }, side: 'left' | 'right', lag: number): number {
  const [left, right] = [others.left[lag] ?? 0, others.right[lag] ?? 0]
  const own = side === 'left' ? left : right
  return own > DEAD_SIDE * (left + right) ? own : 0
}

/** How alike two pieces of one length are, 0..1, by the sides that fit best. Undefined where A's is silent. */
export function likenessOf(a: Sides, b: Sides): number | undefined {
  if (level(a) < SILENT_SQUARE) return undefined
  const [al, ar, bl, br] = [a.left, a.right, b.left, b.right].map(emphasised) as [Float64Array, Float64Array, Float64Array, Float64Array]
  const [own, other] = [{ left: energy(al), right: energy(ar) }, { left: energy(bl), right: energy(br) }]
  const scaled = (products: number, first: number, second: number) => (first * second > 0 ? Math.abs(products) / Math.sqrt(first * second) : 0)
  const one = (x: Float64Array, first: number, y: Float64Array, second: number) =>
    first > DEAD_SIDE * (own.left + own.right) && second > DEAD_SIDE * (other.left + other.right) ? scaled(sumOfProducts(x, y), first, second) : 0
  const both = scaled(sumOfProducts(al, bl) + sumOfProducts(ar, br), own.left + own.right, other.left + other.right)
  return Math.min(1, Math.max(both, one(al, own.left, bl, other.left), one(ar, own.right, br, other.right), one(al, own.left, br, other.right), one(ar, own.right, bl, other.left)))
}

/** Mean of the half that fits best that way up. */
function betterHalf(correlations: readonly number[], sign: number): number {
  const best = correlations.map((value) => value * sign).sort((one, other) => other - one).slice(0, Math.ceil(correlations.length / 2))
  return (sign * best.reduce((sum, value) => sum + value, 0)) / best.length
}

function emphasised(samples: Float64Array): Float64Array {
  const made = new Float64Array(samples.length)
  emphasise(samples, made)
  return made
}

function emphasise(samples: Float64Array, into: Float64Array): void {
  into.fill(0)
  for (let i = 1; i < samples.length; i++) into[i] = (samples[i] as number) - EMPHASIS * (samples[i - 1] as number) // inside, by the length
}

function energy(samples: Float64Array): number {
  return sumOfProducts(samples, samples)
}

export function sumOfProducts(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += (x[i] as number) * (y[i] as number) // both as long
  return sum
}

function level({ left, right }: Sides): number {
  return (energy(left) + energy(right)) / (2 * left.length)
}

/** Energy of as many samples as A has but the first, which has none before it, from each lag on. */
function slidingEnergy(samples: Float64Array, length: Frames, lags: number): Float64Array {
  const square = (i: number) => (samples[i] ?? 0) ** 2
  const sums = new Float64Array(lags)
  let sum = 0
  for (let i = 1; i < length; i++) sum += square(i)
  for (let lag = 0; lag < lags; lag++) {
    sums[lag] = Math.max(0, sum)
    sum += square(lag + length) - square(lag + 1)
  }
  return sums
}
