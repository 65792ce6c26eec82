import type { PartTiming } from '#audio/comparison-result.ts'
import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import { sidesAt } from '#audio/pieces/exact-offsets.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { energyOf, sideMapping } from '#audio/pieces/side-mapping.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

const PIECE: Seconds = 1.5
const MOST_PIECES = 16
const LEAST_PIECES = 4
const NEAREST: Seconds = 0.001
const FURTHEST: Seconds = 0.08
/** What differs must be this much of the whole, in energy. */
const LEAST_DIFFERENCE = 1e-3
/** A sound minus itself later is its own opposite after that time, at half its strength. */
const OPPOSITE = 0.15
/** The share of all frequencies whose phase says so, and what any other time may have of that. */
const LEAST_PEAK = 0.04
const CLEARLY = 0.7
const MOST_OF_THEM = 0.6
/** If everything is later, no part is. */
const ALL_OF_IT = 0.9
const SHARE = 0.1

/** Looks for one part that moved, with both at `offset`. */
export function findMovedPart(a: ReducedSound, b: ReducedSound, offset: Frames): PartTiming | undefined {
  const rate = a.sampleRate
  const frames = Math.round(PIECE * rate)
  const [first, last] = [Math.max(0, -offset), Math.min(a.left.length, b.left.length - offset)]
  const count = Math.min(MOST_PIECES, Math.floor((last - first) / frames))
  if (count < LEAST_PIECES) return undefined
  const pairs = Array.from({ length: count }, (_, i) => {
    const from = Math.round(first + (i * (last - first - frames)) / Math.max(1, count - 1))
    return { a: sidesAt(a, from, frames), b: sidesAt(b, from + offset, frames) }
  })
  const [ll, lr, rl, rr] = sideMapping(pairs)
  const mapped = ({ left, right }: Sides): Sides => ({
    left: left.map((sample, i) => ll * sample + lr * (right[i] as number)), // of equal length
    right: left.map((sample, i) => rl * sample + rr * (right[i] as number)),
  })
  const most = Math.round(FURTHEST * rate)
  const correlator = new Correlator(frames, most)
  const curves = pairs.flatMap((pair) => {
    const own = mapped(pair.a)
    const difference = {
      left: pair.b.left.map((sample, i) => sample - (own.left[i] as number)),
      right: pair.b.right.map((sample, i) => sample - (own.right[i] as number)),
    }
    const total = sum(energyOf(pair.b))
    if (sum(energyOf(difference)) < LEAST_DIFFERENCE * total || total === 0) return []
    const alone = correlator.correlate(difference, difference)
    const zero = alone[most] as number
    const phases = correlator.correlate(own, pair.b, true)
    return [
      {
        alone: alone.map((value) => value / zero),
        phases,
        own,
        pair,
        difference,
      },
    ]
  })
  if (curves.length < LEAST_PIECES) return undefined
  const least = Math.max(1, Math.round(NEAREST * rate))
  const mean = (of: 'alone' | 'phases', lag: number) =>
    curves.reduce((total, curve) => total + (curve[of][most + lag] as number), 0) / curves.length
  const lags = Array.from({ length: 2 * most + 1 }, (_, i) => i - most).filter((lag) => Math.abs(lag) >= least)
  const best = lags.reduce((one, other) => (mean('phases', other) > mean('phases', one) ? other : one))
  const apart = lags.filter((lag) => Math.abs(lag - best) > least)
  const next = apart.reduce((highest, lag) => Math.max(highest, mean('phases', lag)), 0)
  if (mean('phases', best) < LEAST_PEAK || next > CLEARLY * mean('phases', best)) return undefined
  if (-mean('alone', best) < OPPOSITE) return undefined
  const agreeing = curves.filter(({ alone }) => -(alone[most + best] as number) >= OPPOSITE / 2).length
  if (agreeing < MOST_OF_THEM * curves.length) return undefined
  if (isAllLater(curves, best)) return undefined
  return {
    later: best / rate,
    ...rangeOf(
      curves.map(({ difference }) => difference),
      rate,
    ),
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function isAllLater(
  pairs: readonly { readonly own: Sides; readonly pair: { readonly b: Sides } }[],
  later: Frames,
): boolean {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const { own, pair } of pairs)
    for (const side of ['left', 'right'] as const)
      for (let i = Math.max(0, later); i < own[side].length + Math.min(0, later); i++) {
        const [x, y] = [own[side][i - later] as number, pair.b[side][i] as number] // in bounds
        product += x * y
        ofA += x * x
        ofB += y * y
      }
  return product > ALL_OF_IT * Math.sqrt(ofA * ofB)
}

/** Correlates pieces of one length, both channels together, at lags up to `most` either way. */
class Correlator {
  readonly #fft: Fft
  readonly #most: Frames

  constructor(frames: Frames, most: Frames) {
    this.#fft = new Fft(nextPowerOfTwo(frames + 2 * most))
    this.#most = most
  }

  /** `result[most + lag]`: the sum of x[i] · y[i + lag]. */
  correlate(x: Sides, y: Sides, isByPhase = false): Float64Array {
    const { size } = this.#fft
    const spectrum = ({ left, right }: Sides) => {
      const [re, im] = [new Float64Array(size), new Float64Array(size)]
      re.set(left)
      im.set(right)
      this.#fft.forward(re, im)
      return [re, im] as const
    }
    const [[xr, xi], [yr, yi]] = [spectrum(x), spectrum(y)]
    const re = xr.map((value, k) => value * (yr[k] as number) + (xi[k] as number) * (yi[k] as number)) // of one size
    const im = xr.map((value, k) => value * (yi[k] as number) - (xi[k] as number) * (yr[k] as number))
    if (isByPhase)
      for (let k = 0; k < size; k++) {
        const length = Math.hypot(re[k] as number, im[k] as number) * size + Number.MIN_VALUE
        re[k] = (re[k] as number) / length
        im[k] = (im[k] as number) / length
      }
    this.#fft.inverse(re, im)
    return Float64Array.from({ length: 2 * this.#most + 1 }, (_, i) => re[(i - this.#most + size) % size] as number)
  }
}

/** The range in which the energy is, without the weakest tenth at either end. */
function rangeOf(pieces: readonly Sides[], rate: Hertz): { readonly low: Hertz; readonly high: Hertz } {
  const size = nextPowerOfTwo((pieces[0]?.left.length ?? 2) / 2) // of whole power, at most the piece
  const fft = new Fft(size)
  const power = new Float64Array(size / 2)
  for (const { left, right } of pieces) {
    const [re, im] = [left.slice(0, size), right.slice(0, size)]
    fft.forward(re, im)
    for (let k = 1; k < size / 2; k++)
      // In bounds: bins and their mirrors.
      power[k] =
        (power[k] as number) +
        (re[k] as number) ** 2 +
        (im[k] as number) ** 2 +
        (re[size - k] as number) ** 2 +
        (im[size - k] as number) ** 2
  }
  const total = sum(power)
  let [reached, low, high] = [0, 0, size / 2]
  power.forEach((value, k) => {
    reached += value
    if (reached < SHARE * total) low = k
    if (reached < (1 - SHARE) * total) high = k
  })
  return { low: Math.max(25, (low * rate) / size), high: (high * rate) / size }
}
