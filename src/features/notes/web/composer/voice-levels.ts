/**
 * Levels of a recording over time, for its picture: at most `most` integers of 0 to 99 on a scale of 40 dB, each the
 * maximum of its section. `peaks` are 0..1, in time order.
 */
export function voiceLevels(peaks: readonly number[], most: number): readonly number[] {
  const count = Math.min(most, peaks.length)
  return Array.from({ length: count }, (_, index) => {
    const stretch = peaks.slice(
      Math.floor((index * peaks.length) / count),
      Math.max(Math.floor(((index + 1) * peaks.length) / count), Math.floor((index * peaks.length) / count) + 1),
    )
    return onScale(Math.max(...stretch))
  })
}

const SCALE_DB = 40

/** The level of one peak. */
export function onScale(peak: number): number {
  if (peak <= 0) return 0
  return Math.round(99 * Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / SCALE_DB)))
}
