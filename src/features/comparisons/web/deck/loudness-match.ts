import type { Decibels, Lufs } from '#shared/units.ts'

/** Twice the energy. */
const BOTH_SIDES: Decibels = 10 * Math.log10(2)

export interface LoudnessMatch {
  /** The level to which all are turned down; null if nothing can be measured. */
  readonly target: Lufs | null
  /**
   * By the sound that all share, by the loudness of the parts that they have in common or of the loop, by the loudness
   * of each as a whole, or by several of these.
   */
  readonly basis: 'shared' | 'part' | 'loop' | 'loudness' | 'mixed'
  /** In order, never above 0. Silence is not changed. */
  readonly gains: readonly Decibels[]
}

/**
 * Loudness of recordings beside each other. BS.1770 counts mono's one channel once, but it plays on both sides: beside
 * others it is 3 dB louder than its own figure. If all are mono, the figures stay.
 * @see ITU-R BS.1770-4, annex 1: every loudspeaker's energy is added
 */
export function besideEachOther(
  recordings: readonly { readonly loudness: Lufs | null; readonly channels: number }[],
): readonly (Lufs | null)[] {
  return recordings.map(({ loudness }, index) => (loudness === null ? null : loudness + addedBeside(recordings, index)))
}

/** How much louder than its own figure one of them is beside the others. */
export function addedBeside(recordings: readonly { readonly channels: number }[], index: number): Decibels {
  return recordings[index]?.channels === 1 && hasMonoBesideOthers(recordings) ? BOTH_SIDES : 0
}

export function hasMonoBesideOthers(recordings: readonly { readonly channels: number }[]): boolean {
  return recordings.some(({ channels }) => channels === 1) && recordings.some(({ channels }) => channels !== 1)
}

/** The level of one minus the other's where they have the same sound; undefined if unknown. */
export type SharedGain = (one: number, other: number) => Decibels | undefined

/**
 * Matches levels by turning the louder ones down to the quietest, never up. Versions that share sound are matched by
 * it, so that identical parts stay identical; all others by integrated loudness.
 */
export function matchLoudness(
  loudness: readonly (Lufs | null)[],
  sharedGain: SharedGain = () => undefined,
): LoudnessMatch {
  const groups = sharingGroups(loudness.length, sharedGain)
  const levels = loudness.map((): Lufs | null => null)
  for (const group of groups) {
    // Silence shares nothing; but if all share their sound, no loudness is needed.
    const measure =
      group.find(({ index }) => isMeasured(loudness[index])) ??
      (groups.length === 1 && group.length > 1 ? group[0] : undefined)
    if (!measure) continue
    const known = loudness[measure.index] ?? 0
    const base = Number.isFinite(known) ? known : 0
    for (const { index, level } of group) levels[index] = base + level - measure.level
  }
  const heard = levels.filter((level) => level !== null)
  const basis =
    groups.length === 1 && loudness.length > 1 ? 'shared' : groups.length === loudness.length ? 'loudness' : 'mixed'
  if (heard.length === 0) return { target: null, basis, gains: loudness.map(() => 0) }
  const target = Math.min(...heard)
  return { target, basis, gains: levels.map((level) => (level === null ? 0 : tidy(target - level))) }
}

function isMeasured(loudness: Lufs | null | undefined): boolean {
  return loudness !== null && loudness !== undefined && Number.isFinite(loudness)
}

/** Groups versions that share sound with any member, with their levels relative to the group's first. */
function sharingGroups(
  count: number,
  sharedGain: SharedGain,
): readonly (readonly { readonly index: number; readonly level: Decibels }[])[] {
  const waiting = new Set(Array.from({ length: count }, (_, index) => index))
  const groups: { readonly index: number; readonly level: Decibels }[][] = []
  for (const first of waiting) {
    waiting.delete(first)
    const group = [{ index: first, level: 0 }]
    for (const { index, level } of group) {
      for (const other of waiting) {
        const gain = sharedGain(index, other)
        if (gain === undefined) continue
        waiting.delete(other)
        group.push({ index: other, level: level + gain })
      }
    }
    groups.push(group)
  }
  return groups
}

/**
 * Gains for the difference of two whose levels were compared second by second: `gain` is the second's level minus the
 * first's.
 */
export function nullGains(gain: Decibels): readonly [Decibels, Decibels] {
  return [tidy(Math.min(0, gain)), tidy(Math.min(0, -gain))]
}

/** Gains too small to hear or measure become 0, so that samples pass unchanged. */
function tidy(gain: Decibels): Decibels {
  return Math.abs(gain) < 0.005 ? 0 : gain
}
