import type { Change, ComparedPair } from '#audio/comparison-result.ts'
import { silence } from '#audio/comparison-levels.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { median } from '#audio/median.ts'
import type { Decibels } from '#shared/units.ts'

/** Smaller changes come from equalizing, coding or another sample rate. */
const LEAST: Decibels = 1.5
/** The same, in most of the loud seconds. */
const LEAST_OF_ONE: Decibels = 1
const MOST_SECONDS = 0.7
const LEAST_SECONDS = 4
/** Seconds this far below the loudest one are not limited. */
const LOUD: Decibels = 8
/** A gain of its own for each moment explains a limiter to this share; what was added or removed, it does not. */
const UNEXPLAINED = 0.006

/**
 * The ratio of peak to loudness in both, in decibels, if limiting, compression or the reverse changed it; otherwise
 * null.
 */
export function dynamicsChange(
  seconds: readonly (SecondTally | undefined)[],
  { changes, cells }: { readonly changes: readonly Change[]; readonly cells: ComparedPair<Float32Array> },
): ComparedPair<Decibels> | null {
  const heard = seconds.filter((tally) => tally !== undefined && tally.energyA > silence(tally))
  const loudest = heard.reduce((most, tally) => Math.max(most, (tally?.energyA ?? 0) / (tally?.frames ?? 1)), 0)
  const loud = heard.filter((tally) => tally && tally.energyA / tally.frames >= loudest * 10 ** (-LOUD / 10))
  if (loud.length < LEAST_SECONDS || changes.some(({ kind }) => kind === 'different')) return null
  const left = loud.map((tally) => (tally ? tally.unexplained / Math.max(tally.energyB, Number.MIN_VALUE) : 1))
  if (median(left) > UNEXPLAINED) return null
  const steps = loud.flatMap((tally) =>
    tally && tally.energyB > silence(tally)
      ? [crest(tally.peakB, tally.energyB, tally.frames) - crest(tally.peakA, tally.energyA, tally.frames)]
      : [],
  )
  const peak = (of: 'peakA' | 'peakB') => heard.reduce((most, tally) => Math.max(most, tally?.[of] ?? 0), 0)
  const [loudnessA, loudnessB] = [gatedLoudness(cells.a).integrated, gatedLoudness(cells.b).integrated]
  if (loudnessA === null || loudnessB === null) return null
  const a = 20 * Math.log10(peak('peakA')) - loudnessA
  const b = 20 * Math.log10(peak('peakB')) - loudnessB
  const sign = Math.sign(b - a)
  const alike = steps.filter((step) => step * sign >= LEAST_OF_ONE).length
  return Math.abs(b - a) >= LEAST && alike >= MOST_SECONDS * steps.length ? { a, b } : null
}

function crest(peak: number, energy: number, frames: number): Decibels {
  return 20 * Math.log10(peak) - 10 * Math.log10(energy / (2 * frames))
}

/** B's energy against A's over everything: what a listener hears of a limiter's gain. */
export function energyGain(seconds: readonly (SecondTally | undefined)[]): Decibels {
  const total = (of: 'energyA' | 'energyB') => seconds.reduce((sum, tally) => sum + (tally?.[of] ?? 0), 0)
  return 10 * Math.log10(total('energyB') / total('energyA'))
}
