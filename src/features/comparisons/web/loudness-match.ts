import type { Decibels, Lufs } from '#shared/units.ts'

export interface LoudnessMatch {
  /** What all come down to; null where nothing can be measured. */
  readonly target: Lufs | null
  /** For each in order, never above 0. What is silent stays as it is. */
  readonly gains: readonly Decibels[]
}

/** Equal loudness by turning the louder ones down to the quietest, never up. */
export function matchLoudness(loudness: readonly (Lufs | null)[]): LoudnessMatch {
  const measured = loudness.filter((one): one is Lufs => one !== null && Number.isFinite(one))
  if (measured.length === 0) return { target: null, gains: loudness.map(() => 0) }
  const target = Math.min(...measured)
  return { target, gains: loudness.map((one) => (one === null || !Number.isFinite(one) ? 0 : tidy(target - one))) }
}

/** For the difference of two, whose levels were compared second by second: `gain` is the second's level less the first's. */
export function nullGains(gain: Decibels): readonly [Decibels, Decibels] {
  return [tidy(Math.min(0, gain)), tidy(Math.min(0, -gain))]
}

/** Differences that nobody can hear or measure are none: then the samples pass untouched. */
function tidy(gain: Decibels): Decibels {
  return Math.abs(gain) < 0.005 ? 0 : gain
}
