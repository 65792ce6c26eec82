import type { Frames } from '#shared/units.ts'

/** Where one explanation of a recording ends and the next one begins; frames of the searched stretch. */
export interface Seam {
  readonly end: Frames
  readonly start: Frames
  /** The seam may be anywhere in this range: there, both explanations are right. */
  readonly slack: { readonly from: Frames; readonly to: Frames }
}

/** The share of the energy that counts as unexplained where neither is right. */
const NEITHER = 0.4
/** What a stretch that neither explains must save, as a share of the mean energy of this many frames. */
const WORTH: Frames = 64
/** Differences below this share of the mean energy, over this part of a second, say nothing. */
const SLACK_SHARE = 0.01
const ONSET = 0.02

/**
 * Finds the seam that leaves least unexplained. `before` and `after`: what each explanation leaves of each frame;
 * `energy`: all of it.
 */
export function findSeam(before: Float64Array, after: Float64Array, energy: Float64Array, sampleRate: number): Seam {
  const count = energy.length
  const total = energy.reduce((sum, value) => sum + value, 0)
  const mean = total / Math.max(1, count)
  const left = running(before)
  const right = running(after)
  const none = running(energy)
  const rest = right[count] as number
  // One frame: the best single seam.
  let [single, singleCost] = [0, Infinity]
  // The best end of the first explanation so far, if something that neither explains follows.
  let [end, endCost] = [0, Infinity]
  let [gapEnd, gapStart, gapCost] = [0, 0, Infinity]
  for (let i = 0; i <= count; i++) {
    // In bounds: one more than the frames.
    const [done, begun, lost] = [left[i] as number, rest - (right[i] as number), NEITHER * (none[i] as number)]
    if (done + begun < singleCost) [single, singleCost] = [i, done + begun]
    if (done - lost < endCost) [end, endCost] = [i, done - lost]
    if (endCost + lost + begun < gapCost) [gapEnd, gapStart, gapCost] = [end, i, endCost + lost + begun]
  }
  if (gapCost + WORTH * mean * NEITHER < singleCost && gapStart > gapEnd)
    return { end: gapEnd, start: gapStart, slack: { from: gapEnd, to: gapStart } }
  const allowed = singleCost + SLACK_SHARE * mean * sampleRate * 0.1
  let [from, to] = [single, single]
  const cost = (i: number) => (left[i] as number) + rest - (right[i] as number)
  while (from > 0 && cost(from - 1) <= allowed) from--
  while (to < count && cost(to + 1) <= allowed) to++
  const at = onset(none, from, to, single, sampleRate)
  return { end: at, start: at, slack: { from, to } }
}

/** Edits are made where a sound begins: of several possible seams, the one before the steepest rise. */
function onset(sums: Float64Array, from: Frames, to: Frames, otherwise: Frames, sampleRate: number): Frames {
  const near = Math.round(ONSET * sampleRate)
  if (to - from < 2 * near) return otherwise
  const inside = (at: number) => sums[Math.max(0, Math.min(sums.length - 1, at))] as number
  const floor = 1e-4 * ((sums.at(-1) ?? 0) / sums.length) * near
  let [best, most] = [otherwise, 0]
  for (let at = from; at <= to; at++) {
    const rise = (inside(at + near) - inside(at) + floor) / (inside(at) - inside(at - near) + floor)
    if (rise > most) [best, most] = [at, rise]
  }
  return best
}

/** `sums[i]`: the sum before i. */
function running(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, i) => (sums[i + 1] = (sums[i] as number) + value))
  return sums
}
