import type { Change, ComparedPair } from '#audio/comparison-result.ts'
import { silence } from '#audio/comparison-levels.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { median } from '#audio/median.ts'
import type { Decibels, Seconds } from '#shared/units.ts'

/** Smaller changes come from equalizing, coding or another sample rate. */
const LEAST: Decibels = 1.5
/** The same, in most of the loud seconds. */
const LEAST_OF_ONE: Decibels = 1
const MOST_SECONDS = 0.7
const LEAST_SECONDS = 4
/** Seconds this far below the loudest one are not limited. */
const LOUD: Decibels = 8
/** Limiting keeps the sound; what was added or removed changes it. */
const SAME_SOUND = 0.93
/** A change of a band of this much, for this share of the time, may change the peaks as well. */
const OTHER_CHANGE: Decibels = 1.5
const OTHER_SHARE = 0.3

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
  if (loud.length < LEAST_SECONDS || isOtherwiseChanged(changes, seconds.length)) return null
  const likeness = loud.map((tally) =>
    tally ? Math.abs(tally.product) / Math.sqrt(tally.energyA * Math.max(tally.energyB, Number.MIN_VALUE)) : 0,
  )
  if (median(likeness) < SAME_SOUND) return null
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

function isOtherwiseChanged(changes: readonly Change[], length: Seconds): boolean {
  const seconds = changes
    .filter(({ kind, low, decibels }) => kind !== 'level' || (low !== null && Math.abs(decibels ?? 0) >= OTHER_CHANGE))
    .reduce((sum, { from, to }) => sum + to - from, 0)
  return seconds > OTHER_SHARE * length
}
