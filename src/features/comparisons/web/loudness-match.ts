import type { Decibels, Lufs } from '#shared/units.ts'

/** Twice the energy. */
const BOTH_SIDES: Decibels = 10 * Math.log10(2)

export interface LoudnessMatch {
  /** What all come down to; null where nothing can be measured. */
  readonly target: Lufs | null
  /** For each in order, never above 0. What is silent stays as it is. */
  readonly gains: readonly Decibels[]
}

/**
 * How loud recordings are beside each other. The measure counts mono's one channel once, but it is heard on both sides: beside
 * others it is 3 dB louder than its own figure. Where all are mono, the figures may stay as they are.
 * @see ITU-R BS.1770-4, annex 1: every loudspeaker's energy is added
 */
export function besideEachOther(recordings: readonly { readonly loudness: Lufs | null, readonly channels: number }[]): readonly (Lufs | null)[] {
  return recordings.map(({ loudness }, index) => (loudness === null ? null : loudness + addedBeside(recordings, index)))
}

/** How much louder than its own figure one of them is beside the others. */
export function addedBeside(recordings: readonly { readonly channels: number }[], index: number): Decibels {
  return recordings[index]?.channels === 1 && hasMonoBesideOthers(recordings) ? BOTH_SIDES : 0
}

export function hasMonoBesideOthers(recordings: readonly { readonly channels: number }[]): boolean {
  return recordings.some(({ channels }) => channels === 1) && recordings.some(({ channels }) => channels !== 1)
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
