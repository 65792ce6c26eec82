import type { AlignmentTiming } from '#audio/comparison-result.ts'
import { median } from '#audio/median.ts'
import type { Frames, Seconds } from '#shared/units.ts'

/** One place of A, and where in B its sound is really found. */
export interface TimedPlace {
  readonly at: Seconds
  /** Where it fits best, in frames and parts of one beyond the lag that was chosen for all. */
  readonly lag: Frames
  /** Normalised correlation there, and at the lag that was chosen for all. */
  readonly own: number
  readonly chosen: number
}

/** A place whose own lag is no better known than this says nothing of time. */
const KNOWN = 0.8
const LEAST_KNOWN = 5
/**
 * From the first known place to the last, in frames: less is rounding, or a filter that delays some notes more than
 * others.
 */
const LEAST_TRAVEL: Frames = 0.75
/** The places lie on a line: what is beside it, against the travel. */
const STRAIGHT = 0.2
/** What the chosen lag leaves unexplained, against what the own lags leave. */
const WORSE = 1.25
/**
 * The same for one place that lies off by a frame or more. Equalisers delay some notes as well, but those fit no better
 * there.
 */
const PULLED = 3
const OFF: Frames = 1
const MOST_PULLED = 1 / 3
/** Of the fit at another lag: this much nearer to perfect is surely better. */
const SURELY = 2
/** Rounding to 16 bits leaves no more than this. */
const ROUNDING = 1e-4

export interface FoundLag {
  /** Normalised correlation at the lag that was chosen, and at the next best one that is not just beside it. */
  readonly correlation: number
  readonly second: number
  /** The correlation of both sides at one lag, where that is best. */
  readonly together: number
  /** Left by itself and right by itself: at which lags, and how well. */
  readonly sides: readonly [left: SideLag, right: SideLag]
}

export interface SideLag {
  readonly lag: Frames
  readonly correlation: number
}

/**
 * `varies` where places are found the later the further on, as between two clocks, or here and there; and where one
 * side is later than the other. `ambiguous` where the sound fits nearly as well at another lag: steady tones do.
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
