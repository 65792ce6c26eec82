// Load only in the disposable child process.
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Seconds } from '#shared/units.ts'
import { sidesOf } from '#server/media/converted-reader.ts'
import type { SampleReader } from '#server/media/sample-reader.ts'

/** A stretch of a recording; it may extend beyond either end, where silence is read. */
export interface Stretch {
  readonly from: Frames
  readonly frames: Frames
}

const READ_FRAMES: Frames = 2 ** 16

/** Reads these stretches in one pass that stops after the last of them. */
export async function cutPieces(reader: SampleReader, stretches: readonly Stretch[]): Promise<readonly Sides[]> {
  const pieces = stretches.map(({ frames }) => ({ left: new Float64Array(frames), right: new Float64Array(frames) }))
  const end = stretches.reduce((last, { from, frames }) => Math.max(last, from + frames), 0)
  for (let at = 0; at < end;) {
    const here = stretches.filter(({ from, frames }) => from <= at && at < from + frames)
    if (here.length === 0) {
      const next = stretches.reduce((least, { from }) => (from > at ? Math.min(least, from) : least), end)
      const passed = await reader.skip(next - at)
      if (passed === 0) break
      at += passed
      continue
    }
    const until = here.reduce((last, { from, frames }) => Math.max(last, from + frames), at)
    const sides = sidesOf(await reader.read(Math.min(READ_FRAMES, until - at)))
    const count = sides.left.length
    if (count === 0) break
    stretches.forEach(({ from, frames }, i) => {
      const [first, last] = [Math.max(from, at), Math.min(from + frames, at + count)]
      if (first >= last) return
      pieces[i]?.left.set(sides.left.subarray(first - at, last - at), first - from)
      pieces[i]?.right.set(sides.right.subarray(first - at, last - at), first - from)
    })
    at += count
  }
  return pieces
}

/**
 * The start of the loudest stretch of the given length in each of `count` equal parts of a span, by the energy grid.
 */
export function loudPlaces(
  cells: Float32Array,
  span: { readonly from: Seconds; readonly to: Seconds },
  length: Seconds,
  count: number,
): readonly Seconds[] {
  const part = (span.to - span.from) / count
  return Array.from({ length: count }, (_, i) =>
    loudest(cells, span.from + i * part, Math.max(span.from + i * part, span.from + (i + 1) * part - length), length),
  )
}

function loudest(cells: Float32Array, earliest: Seconds, latest: Seconds, length: Seconds): Seconds {
  const width = Math.round(length * CELLS_PER_SECOND)
  let [best, bestSum, sum] = [earliest, -1, 0]
  const first = Math.round(earliest * CELLS_PER_SECOND)
  for (let i = first; i < first + width; i++) sum += cells[i] ?? 0
  for (let at = first; at <= latest * CELLS_PER_SECOND; at++) {
    if (sum > bestSum) [best, bestSum] = [at / CELLS_PER_SECOND, sum]
    sum += (cells[at + width] ?? 0) - (cells[at] ?? 0)
  }
  return best
}
