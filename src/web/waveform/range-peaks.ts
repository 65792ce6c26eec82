import { type PeaksFacts, peaksLayout } from '#audio/peaks-file.ts'
import type { Seconds } from '#shared/units.ts'
import { fetchPoints } from './draw/mini-peaks.ts'

/** Enough for a panel's width. */
const FEWEST_POINTS = 200

/** A stretch of a recording as excursions (0 to 1), from the coarsest level that has enough points for it. */
export function rangePeaks(
  url: string,
  { totalFrames, sampleRate, channels }: PeaksFacts,
  { from, to }: { readonly from: Seconds; readonly to: Seconds },
): Promise<Float32Array> {
  const frames = Math.max(1, (to - from) * sampleRate)
  const levels = peaksLayout(totalFrames, channels)
  const level = levels.findLast(({ framesPerPoint }) => frames / framesPerPoint >= FEWEST_POINTS) ?? levels[0]
  if (!level) return Promise.resolve(new Float32Array())
  const first = Math.max(0, Math.floor((from * sampleRate) / level.framesPerPoint))
  const last = Math.min(level.points, Math.ceil((to * sampleRate) / level.framesPerPoint))
  return fetchPoints({ url, channels, level, first, points: last - first })
}
