/**
 * How loud a recording is from beginning to end, for its picture: at most `most` whole numbers of 0 to 99 on a scale of
 * 40 dB, each the loudest of its stretch. `peaks` are 0..1, in time.
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

/** Of one peak. */
export function onScale(peak: number): number {
  if (peak <= 0) return 0
  return Math.round(99 * Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / SCALE_DB)))
}
