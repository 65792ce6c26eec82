import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import type { FoundLag, TimedPlace } from '#audio/alignment-timing.ts'
import type { Frames } from '#shared/units.ts'

/** Two channels of sound; mono is in both. */
export interface Sides {
  readonly left: Float64Array
  readonly right: Float64Array
}

/** The same place of A and B; B's piece starts `reach` frames earlier and ends that much later, padded with zeros. */
export interface PlacePair {
  readonly a: Sides
  readonly b: Sides
}

export interface ExactLag extends FoundLag {
  /** Frames to add to the offset of the places; -reach to reach. */
  readonly lag: Frames
  /**
   * Normalized correlation there, -1..1; negative means inverted. Over the better half of the places, because others
   * may have been edited, and over the best-fitting channels, because a dead, swapped or inverted channel must not hide
   * that the rest is the same.
   */
  readonly correlation: number
  readonly fit: Fit
}

/** The channels to compare: both as they are, or one of A with one of B. */
const FITS = ['both', 'leftLeft', 'rightRight', 'leftRight', 'rightLeft'] as const
export type Fit = (typeof FITS)[number]
type FitCurves = Readonly<Record<Fit, Float64Array>>

/** A piece with a lower mean square is silent: -80 dBFS. */
const SILENT_SQUARE = 1e-8
/** A channel this much weaker than the other is ignored: the noise of a dead channel correlates with nothing. */
const DEAD_SIDE = 1e-4
/** As a share of the reach: a closer lag is on the slope of the same peak. */
const APART = 0.025
/** Both channels are preferred unless a single pair fits clearly better. */
const PREFER_BOTH = 0.9

/**
 * Pre-emphasis: the share of the previous sample that is subtracted. Low notes vary too slowly to distinguish single
 * samples, and codecs resynthesize the highest.
 */
const EMPHASIS = 0.8

type FoundFit = Omit<ExactLag, 'sides' | 'together'> & { readonly sum: number }

/** Finds exact lags; reuse it for many places, because its tables and buffers are large. */
export class LagFinder {
  readonly #reach: Frames
  readonly #fft: Fft
  readonly #buffers: readonly [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]
  /** Of the places that `find` was last asked for: `findOne` is asked for the same. */
  #known: ReadonlyMap<PlacePair, FitCurves | undefined> = new Map()
  /** The piece of A that was transformed last, and its energies: several places of B are tried for one of A. */
  #ofA: { readonly piece: Sides; readonly left: number; readonly right: number } | null = null

  /** For pieces of A of at most `mostFrames`, and lags from -reach to reach. */
  constructor(mostFrames: Frames, reach: Frames) {
    this.#reach = reach
    this.#fft = new Fft(nextPowerOfTwo(mostFrames + 2 * reach))
    const buffer = () => new Float64Array(this.#fft.size)
    this.#buffers = [buffer(), buffer(), buffer(), buffer(), buffer(), buffer()]
  }

  /** The lag at which all places together fit best. Undefined if all places are silent in A or in B. */
  find(places: readonly PlacePair[]): ExactLag | undefined {
    this.#known = new Map(places.map((place) => [place, this.#correlations(place)]))
    const curves = places.flatMap((place) => this.#known.get(place) ?? [])
    if (curves.length === 0) return undefined
    const found = FITS.map((fit) =>
      this.#peak(
        fit,
        curves.map((curve) => curve[fit]),
      ),
    )
    // In the order of FITS.
    const [both, left, right, crossLeft, crossRight] = found as [FoundFit, FoundFit, FoundFit, FoundFit, FoundFit]
    const best = found.reduce((one, other) => (other.sum > one.sum ? other : one))
    const sides: ExactLag['sides'] =
      left.sum + right.sum >= crossLeft.sum + crossRight.sum ? [left, right] : [crossLeft, crossRight]
    return { ...(both.sum >= PREFER_BOTH * best.sum ? both : best), together: both.correlation, sides }
  }

  /**
   * The best lag of one place relative to `lag`, with the given polarity, and the correlations there and at `lag`;
   * undefined if it is silent.
   */
  findOne(
    place: PlacePair,
    { fit, correlation }: Pick<ExactLag, 'fit' | 'correlation'>,
    lag: Frames,
  ): Omit<TimedPlace, 'at'> | undefined {
    const curves = this.#known.has(place) ? this.#known.get(place) : this.#correlations(place)
    const curve = curves?.[fit]
    if (!curve) return undefined
    const sign = Math.sign(correlation)
    const value = (i: number) => sign * (curve[i] ?? 0)
    let best = lag + this.#reach
    curve.forEach((_, i) => {
      if (value(i) > value(best)) best = i
    })
    const [before, top, after] = [value(best - 1), value(best), value(best + 1)]
    const bend = before - 2 * top + after
    // The vertex of the parabola through the maximum and its neighbours.
    const part = bend < 0 && best > 0 && best < curve.length - 1 ? (before - after) / (2 * bend) : 0
    return {
      lag: best - this.#reach + part - lag,
      own: Math.min(1, top - ((before - after) * part) / 4),
      chosen: value(lag + this.#reach),
    }
  }

  #peak(fit: Fit, curves: readonly Float64Array[]): FoundFit {
    const reach = this.#reach
    const sums = new Float64Array(2 * reach + 1)
    for (const curve of curves)
      // The same length, determined by the reach.
      for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + (curve[i] as number)
    let best = reach
    // If music repeats exactly, the smaller lag is meant.
    const nearer = (i: number, than: number) => Math.abs(i - reach) < Math.abs(than - reach)
    sums.forEach((value, i) => {
      const [now, before] = [Math.abs(value), Math.abs(sums[best] ?? 0)]
      if (now > before * (1 + 1e-9) || (now > before * (1 - 1e-9) && nearer(i, best))) best = i
    })
    const sum = sums[best] ?? 0
    const apart = reach * APART
    let next = best
    sums.forEach((value, i) => {
      if (Math.abs(i - best) > apart && (next === best || Math.abs(value) > Math.abs(sums[next] ?? 0))) next = i
    })
    const fitAt = (i: number) =>
      betterHalf(
        curves.map((curve) => curve[i] ?? 0),
        Math.sign(sums[i] ?? 0),
      )
    return { fit, lag: best - reach, correlation: fitAt(best), second: Math.abs(fitAt(next)), sum: Math.abs(sum) }
  }

  /** The normalized correlation at each lag. */
  #correlations({ a, b }: PlacePair): FitCurves | undefined {
    if (level(a) < SILENT_SQUARE || level(b) < SILENT_SQUARE) return undefined
    const own = this.#transformed(a)
    if (own.left + own.right === 0) return undefined
    const [, , bRe, bIm, crossRe, crossIm] = this.#buffers
    emphasise(b.left, bRe)
    emphasise(b.right, bIm)
    const lags = 2 * this.#reach + 1
    const others = { left: slidingEnergy(bRe, a.left.length, lags), right: slidingEnergy(bIm, a.left.length, lags) }
    this.#correlate()
    const { size } = this.#fft
    const heard = (side: 'left' | 'right') => own[side] > DEAD_SIDE * (own.left + own.right)
    const curve = (ownEnergy: number, products: readonly Float64Array[], energies: Float64Array) => {
      const values = new Float64Array(lags)
      const floor = energies.reduce((most, value) => Math.max(most, value), 0) * 1e-6
      for (let lag = 0; lag < lags; lag++) {
        const value = energies[lag] as number // one energy per lag
        if (value <= floor) continue
        let product = 0
        for (const one of products) product += one[lag] as number
        values[lag] = product / size / Math.sqrt(ownEnergy * value)
      }
      return values
    }
    const [together, left, right] = otherEnergies(others)
    const one = (side: 'left' | 'right', products: Float64Array, energies: Float64Array) =>
      heard(side) ? curve(own[side], [products], energies) : new Float64Array(lags)
    return {
      both: curve(own.left + own.right, [bRe, bIm], together),
      leftLeft: one('left', bRe, left),
      rightRight: one('right', bIm, right),
      leftRight: one('left', crossRe, right),
      rightLeft: one('right', crossIm, left),
    }
  }

  /** The energies of a piece of A, whose spectrum is in the first pair of buffers. */
  #transformed(piece: Sides): { readonly left: number; readonly right: number } {
    if (this.#ofA?.piece === piece) return this.#ofA
    const [aRe, aIm] = this.#buffers
    emphasise(piece.left, aRe)
    emphasise(piece.right, aIm)
    const [left, right] = [energy(aRe), energy(aIm)]
    this.#fft.forward(aRe, aIm)
    this.#ofA = { piece, left, right }
    return this.#ofA
  }

  /** Sums of products: left with left and right with right in the second pair of buffers, crosswise in the third. */
  #correlate(): void {
    const [aRe, aIm, bRe, bIm, crossRe, crossIm] = this.#buffers
    const { size } = this.#fft
    this.#fft.forward(bRe, bIm)
    // One transform carried both channels as real and imaginary part; this separates them. Plain numbers instead of
    // objects, for speed.
    for (let k = 0; k <= size / 2; k++) {
      const mirrored = (size - k) % size
      // In bounds: below the transform's size.
      const [ar, ai, as, at] = [aRe[k] as number, aIm[k] as number, aRe[mirrored] as number, aIm[mirrored] as number]
      const [br, bi, bs, bt] = [bRe[k] as number, bIm[k] as number, bRe[mirrored] as number, bIm[mirrored] as number]
      const [aLeftRe, aLeftIm, aRightRe, aRightIm] = [(ar + as) / 2, (ai - at) / 2, (ai + at) / 2, (as - ar) / 2]
      const [bLeftRe, bLeftIm, bRightRe, bRightIm] = [(br + bs) / 2, (bi - bt) / 2, (bi + bt) / 2, (bs - br) / 2]
      // The conjugate of A times B: left with left and right with right, then crosswise.
      const [llRe, llIm] = [aLeftRe * bLeftRe + aLeftIm * bLeftIm, aLeftRe * bLeftIm - aLeftIm * bLeftRe]
      const [rrRe, rrIm] = [aRightRe * bRightRe + aRightIm * bRightIm, aRightRe * bRightIm - aRightIm * bRightRe]
      const [lrRe, lrIm] = [aLeftRe * bRightRe + aLeftIm * bRightIm, aLeftRe * bRightIm - aLeftIm * bRightRe]
      const [rlRe, rlIm] = [aRightRe * bLeftRe + aRightIm * bLeftIm, aRightRe * bLeftIm - aRightIm * bLeftRe]
      // Combined into one spectrum whose inverse has the first signal as its real part and the second as its imaginary
      // part.
      bRe[mirrored] = llRe + rrIm
      bIm[mirrored] = rrRe - llIm
      bRe[k] = llRe - rrIm
      bIm[k] = llIm + rrRe
      crossRe[mirrored] = lrRe + rlIm
      crossIm[mirrored] = rlRe - lrIm
      crossRe[k] = lrRe - rlIm
      crossIm[k] = lrIm + rlRe
    }
    this.#fft.inverse(bRe, bIm)
    this.#fft.inverse(crossRe, crossIm)
  }
}

/** Energies of both channels of B and of each, by lag. A dead channel counts as silent, so nothing matches it. */
function otherEnergies({
  left,
  right,
}: {
  readonly left: Float64Array
  readonly right: Float64Array
}): readonly [both: Float64Array, left: Float64Array, right: Float64Array] {
  const both = left.map((value, lag) => value + (right[lag] as number)) // of equal length
  const quietened = (side: Float64Array) =>
    side.map((value, lag) => (value > DEAD_SIDE * (both[lag] as number) ? value : 0))
  return [both, quietened(left), quietened(right)]
}

/** The similarity of two pieces of equal length, 0..1, by the best-fitting channels. Undefined if A is silent. */
export function likenessOf(a: Sides, b: Sides): number | undefined {
  if (level(a) < SILENT_SQUARE) return undefined
  const [al, ar, bl, br] = [a.left, a.right, b.left, b.right].map(emphasised) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const [own, other] = [
    { left: energy(al), right: energy(ar) },
    { left: energy(bl), right: energy(br) },
  ]
  const scaled = (products: number, first: number, second: number) =>
    first * second > 0 ? Math.abs(products) / Math.sqrt(first * second) : 0
  const one = (x: Float64Array, first: number, y: Float64Array, second: number) =>
    first > DEAD_SIDE * (own.left + own.right) && second > DEAD_SIDE * (other.left + other.right)
      ? scaled(sumOfProducts(x, y), first, second)
      : 0
  const both = scaled(sumOfProducts(al, bl) + sumOfProducts(ar, br), own.left + own.right, other.left + other.right)
  return Math.min(
    1,
    Math.max(
      both,
      one(al, own.left, bl, other.left),
      one(ar, own.right, br, other.right),
      one(al, own.left, br, other.right),
      one(ar, own.right, bl, other.left),
    ),
  )
}

/** The mean of the better half, with the given polarity. */
function betterHalf(correlations: readonly number[], sign: number): number {
  const best = correlations
    .map((value) => value * sign)
    .sort((one, other) => other - one)
    .slice(0, Math.ceil(correlations.length / 2))
  return (sign * best.reduce((sum, value) => sum + value, 0)) / best.length
}

function emphasised(samples: Float64Array): Float64Array {
  const made = new Float64Array(samples.length)
  emphasise(samples, made)
  return made
}

function emphasise(samples: Float64Array, into: Float64Array): void {
  into.fill(0, samples.length)
  into[0] = 0
  // In bounds: below the length.
  for (let i = 1; i < samples.length; i++) into[i] = (samples[i] as number) - EMPHASIS * (samples[i - 1] as number)
}

function energy(samples: Float64Array): number {
  return sumOfProducts(samples, samples)
}

export function sumOfProducts(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += (x[i] as number) * (y[i] as number) // of equal length
  return sum
}

function level({ left, right }: Sides): number {
  return (energy(left) + energy(right)) / (2 * left.length)
}

/** The energy of as many samples as A has, minus the first, which has no predecessor, from each lag on. */
function slidingEnergy(samples: Float64Array, length: Frames, lags: number): Float64Array {
  const sums = new Float64Array(lags)
  let sum = 0
  for (let i = 1; i < length; i++) sum += (samples[i] as number) ** 2 // the buffer is long enough for both
  for (let lag = 0; lag < lags; lag++) {
    sums[lag] = Math.max(0, sum)
    const [next, first] = [samples[lag + length] ?? 0, samples[lag + 1] ?? 0]
    sum += next * next - first * first
  }
  return sums
}
