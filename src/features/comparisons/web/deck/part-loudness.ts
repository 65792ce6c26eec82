import type { AlignedSegment, TimeSpan } from '#audio/comparison-result.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { CELLS_PER_SECOND, gatedLoudness } from '#audio/loudness-gating.ts'
import { mappedBy } from '#audio/segment-map.ts'
import type { Decibels, Lufs, Seconds } from '#shared/units.ts'

type Cells = Pick<EnergyGrid, 'cells'>

/**
 * How much louder the second is in what both have, or in as much of it as lies within a range of the first; null if
 * that is silent or too short to be measured.
 */
export function partGain(
  segments: readonly AlignedSegment[],
  { first, second }: { readonly first: Cells; readonly second: Cells },
  range: TimeSpan | undefined,
): Decibels | null {
  const parts = segments.flatMap((segment) => {
    const [from, to] = [Math.max(segment.from, range?.from ?? 0), Math.min(segment.to, range?.to ?? Infinity)]
    return to > from ? [{ from, to, segment }] : []
  })
  const [one, other] = [
    loudnessOf(first, parts),
    loudnessOf(
      second,
      parts.map(({ from, to, segment }) => ({ from: mappedBy(segment, from), to: mappedBy(segment, to) })),
    ),
  ]
  return one === null || other === null ? null : other - one
}

function loudnessOf({ cells }: Cells, spans: readonly TimeSpan[]): Lufs | null {
  const within = spans.map(({ from, to }) => cells.subarray(cellAt(from), Math.max(cellAt(from), cellAt(to))))
  const joined = new Float32Array(within.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of within) {
    joined.set(part, at)
    at += part.length
  }
  return gatedLoudness(joined).integrated
}

function cellAt(seconds: Seconds): number {
  return Math.max(0, Math.round(seconds * CELLS_PER_SECOND))
}
