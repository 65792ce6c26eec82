import type { AlignmentTiming } from '#audio/comparison-result.ts'
import { median } from '#audio/median.ts'
import type { Frames, Seconds } from '#shared/units.ts'

/** One place of A, and where B has the same sound. */
export interface TimedPlace {
  readonly at: Seconds
  /** The best fit, in fractional frames, relative to the common lag. */
  readonly lag: Frames
  /** Normalized correlation there, and at the common lag. */
  readonly own: number
  readonly chosen: number
}

/** A place with a lower correlation at its own lag says nothing about timing. */
const KNOWN = 0.8
const LEAST_KNOWN = 5
/**
 * The shift from the first to the last reliable place, in frames: a smaller one is rounding, or a filter that delays
 * some notes more than others.
 */
const LEAST_TRAVEL: Frames = 0.75
/** The places must lie on a line: their largest deviation from it, relative to the shift. */
const STRAIGHT = 0.2
/** Misfit at the common lag, relative to that at each place's own lag. */
const WORSE = 1.25
/**
 * The same, for a single place that is off by a frame or more. Equalizers delay some notes too, but those do not fit
 * better there.
 */
const PULLED = 3
const OFF: Frames = 1
const MOST_PULLED = 1 / 3
/** How many times smaller the misfit at another lag must be to count as clearly better. */
const SURELY = 2
/** The misfit that rounding to 16 bits causes at most. */
const ROUNDING = 1e-4

export interface FoundLag {
  /** Normalized correlation at the chosen lag, and at the next best one outside its peak. */
  readonly correlation: number
  readonly second: number
  /** The correlation of both channels at one common lag. */
  readonly together: number
  /** The best lag and correlation of each channel alone. */
  readonly sides: readonly [left: SideLag, right: SideLag]
}

export interface SideLag {
  readonly lag: Frames
  readonly correlation: number
}

/**
 * `varies` if the lag grows along the recording, as between two clocks, changes from place to place, or differs between
 * the channels. `ambiguous` if another lag fits nearly as well, as with steady tones.
 */
export function timingOf(places: readonly TimedPlace[], found: FoundLag): AlignmentTiming {
  const {
    correlation,
    second,
    together,
    sides: [left, right],
  } = found
  const best = Math.abs(correlation)
  const sides = Math.min(Math.abs(left.correlation), Math.abs(right.correlation))
  if (left.lag !== right.lag && sides >= KNOWN && 1 - Math.abs(together) > SURELY * (1 - sides) + ROUNDING)
    return 'varies'
  if (isDrifting(places.filter(({ own }) => own >= KNOWN))) return 'varies'
  return 1 - second < SURELY * (1 - best) + ROUNDING && 1 - best > ROUNDING ? 'ambiguous' : 'steady'
}

function isDrifting(known: readonly TimedPlace[]): boolean {
  if (known.length < LEAST_KNOWN) return false
  const pulled = known.filter(
    ({ lag, own, chosen }) => Math.abs(lag) >= OFF && 1 - chosen > PULLED * (1 - own) + ROUNDING,
  )
  if (pulled.length > MOST_PULLED * known.length) return true
  const ats = known.map(({ at }) => at)
  const slopes = known.flatMap((one, i) =>
    known.slice(i + 1).flatMap((other) => (other.at > one.at ? [(other.lag - one.lag) / (other.at - one.at)] : [])),
  )
  const slope = median(slopes)
  const travel = Math.abs(slope) * (Math.max(...ats) - Math.min(...ats))
  if (!(travel >= LEAST_TRAVEL)) return false
  const starts = known.map(({ at, lag }) => lag - slope * at)
  const middle = median(starts)
  const beside = median(starts.map((start) => Math.abs(start - middle)))
  const left = (of: 'own' | 'chosen') => known.reduce((sum, place) => sum + 1 - place[of], 0)
  return beside <= STRAIGHT * travel && left('chosen') > WORSE * left('own')
}
