import { differenceAlong } from '#audio/pieces/feature-likeness.ts'
import type { PathRun } from '#audio/pieces/piece-path.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { Seconds } from '#shared/units.ts'

/** Frames of A's features: where the first ends and the second begins, and the range in which the first may end. */
interface RenderedSeam {
  readonly end: number
  readonly start: number
  readonly from: number
  readonly to: number
}

const AROUND: Seconds = 3
/** A gap that both have, longer than this, was replaced. */
const MOST_GAP: Seconds = 1.5
/** What another seam may leave more, as frames of the mean difference of unlike sound. */
const SLACK_FRAMES = 4

/**
 * The seam between two runs if one follows the other at once in A or in B; undefined if both have something else there.
 */
export function openRange(
  x: SoundFeatures,
  y: SoundFeatures,
  {
    before,
    after,
    offsets,
  }: { readonly before: PathRun; readonly after: PathRun; readonly offsets: readonly number[] },
): RenderedSeam | undefined {
  const rate = x.framesPerSecond
  const [first, second] = [offsets[before.offset] as number, offsets[after.offset] as number]
  // What is cut from A is as long as B is earlier afterwards; what is added leaves no gap in A.
  const cut = Math.max(0, first - second)
  const gap = { a: after.from - before.to, b: after.from + second - before.to - first }
  if (Math.min(Math.abs(gap.a), Math.abs(gap.b)) > MOST_GAP * rate) return undefined
  const around = Math.round(AROUND * rate)
  const middle = Math.round((before.to + after.from - cut) / 2)
  const low = Math.max(before.from, Math.min(before.to, after.from - cut, middle) - around)
  const high = Math.min(after.to - cut, Math.max(before.to, after.from - cut, middle) + around)
  if (high <= low) return undefined
  const ofFirst = differenceAlong(x, y, first, low, high)
  const ofSecond = differenceAlong(x, y, second, low + cut, high + cut)
  const worst = Math.max(mean(ofFirst), mean(ofSecond))
  let cost = ofSecond.reduce((sum, value) => sum + value, 0)
  const costs = [cost, ...Array.from(ofFirst, (value, i) => (cost += value - (ofSecond[i] as number)))] // of one length
  const best = costs.reduce((least, value, i) => (value < (costs[least] as number) ? i : least), 0)
  const allowed = (costs[best] as number) + SLACK_FRAMES * worst
  let [from, to] = [best, best]
  while (from > 0 && (costs[from - 1] as number) <= allowed) from--
  while (to < costs.length - 1 && (costs[to + 1] as number) <= allowed) to++
  return { end: low + best, start: low + best + cut, from: low + from, to: low + to }
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
