import { median } from '#audio/median.ts'
import { featuresOf, FEATURE_BANDS } from '#audio/pieces/sound-features.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import type { Seconds } from '#shared/units.ts'

const FINE_RATE = 100
const STRETCH: Seconds = 6
const MOST_STRETCHES = 8
const REACH: Seconds = 0.25
const LEAST_LIKENESS = 0.4
/** Stretches further apart than this have no common offset: the tempo changes. */
const STEADY: Seconds = 0.03
const MOST = 0.6
/** Of all stretches, with those that are not found at all. */
const MOST_OF_ALL = 0.5

interface RoughPiece {
  readonly from: Seconds
  readonly to: Seconds
  readonly later: Seconds
}

/** How much later a piece is in B, by how some stretches of it move; undefined if they do not agree. */
export function finerOffset(a: ReducedSound, b: ReducedSound, piece: RoughPiece): Seconds | undefined {
  const { found, count } = lagsOf(a, b, piece)
  if (found.length === 0) return undefined
  const middle = median(found.map(({ lag }) => lag))
  const agreeing = found.filter(({ lag }) => Math.abs(lag - middle) <= STEADY)
  const isSteady = agreeing.length >= MOST * found.length && agreeing.length >= MOST_OF_ALL * count
  return isSteady ? piece.later + middle : undefined
}

/** By how much the piece gets later in B for each second of A, although both should be at one speed. */
export function finerSlope(a: ReducedSound, b: ReducedSound, piece: RoughPiece): number {
  const { found } = lagsOf(a, b, piece)
  const slopes = found.flatMap((one, i) =>
    found.slice(i + 1).map((other) => (other.lag - one.lag) / (other.at - one.at)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

function lagsOf(a: ReducedSound, b: ReducedSound, { from, to, later }: RoughPiece) {
  const length = Math.min(STRETCH, to - from)
  const count = Math.max(1, Math.min(MOST_STRETCHES, Math.floor((to - from) / length)))
  const found = Array.from({ length: count }, (_, i) => {
    const at = Math.max(0, -later, from + (count === 1 ? 0 : (i * (to - from - length)) / (count - 1)))
    const lag = lagOf(stretchOf(a, at, length), stretchOf(b, at + later, length))
    return lag === undefined ? [] : [{ at, lag }]
  }).flat()
  return { found, count }
}

function stretchOf({ sampleRate, left, right }: ReducedSound, from: Seconds, length: Seconds): SoundFeatures {
  const [first, last] = [Math.round(from * sampleRate), Math.round((from + length) * sampleRate)]
  return featuresOf({ sampleRate, left: left.subarray(first, last), right: right.subarray(first, last) }, FINE_RATE)
}

function lagOf(a: SoundFeatures, b: SoundFeatures): Seconds | undefined {
  const reach = Math.round(REACH * FINE_RATE)
  const values = Array.from({ length: 2 * reach + 1 }, (_, i) => correlationAt(a, b, i - reach))
  const best = values.reduce((most, value, i) => (value > (values[most] as number) ? i : most), 0)
  const [before, top, after] = [values[best - 1], values[best] as number, values[best + 1]]
  if (top < LEAST_LIKENESS || before === undefined || after === undefined) return undefined
  const bend = before - 2 * top + after
  return (best - reach + (bend < 0 ? (before - after) / (2 * bend) : 0)) / FINE_RATE
}

function correlationAt(a: SoundFeatures, b: SoundFeatures, lag: number): number {
  let [product, own, other] = [0, 0, 0]
  for (let band = 0; band < FEATURE_BANDS; band++) {
    const [x, y] = [a.bands[band] ?? [], b.bands[band] ?? []]
    for (let i = Math.max(0, -lag); i < Math.min(a.count, b.count - lag); i++) {
      const [one, two] = [x[i] as number, y[i + lag] as number] // in bounds of both
      product += one * two
      own += one * one
      other += two * two
    }
  }
  return own > 0 && other > 0 ? product / Math.sqrt(own * other) : 0
}
