import type { AlignedSegment, Change } from '#audio/comparison-result.ts'
import { mappedBy } from '#audio/segment-map.ts'

/** Ratio of the upper to the lower edge above which a different band leaves only the lowest or highest tones alone. */
const MOST_OF_SOUND = 16

/** Where all or most of the sound is different, the place is the same, but the music may not be: it is unsure. */
export function withoutReplaced(
  segments: readonly AlignedSegment[],
  changes: readonly Change[],
): readonly AlignedSegment[] {
  const replaced = changes.filter(
    ({ kind, low, high }) => kind === 'different' && (low === null || high === null || high / low >= MOST_OF_SOUND),
  )
  return segments.flatMap((segment) => {
    if (!segment.isSure) return [segment]
    const inside = replaced.filter(({ from, to }) => to > segment.from && from < segment.to)
    const edges = [
      segment.from,
      ...inside.flatMap(({ from, to }) => [Math.max(from, segment.from), Math.min(to, segment.to)]),
      segment.to,
    ]
    return edges.slice(1).flatMap((to, i): AlignedSegment[] => {
      const from = edges[i] ?? to // one edge before each other one
      return to > from ? [{ ...segment, from, to, at: mappedBy(segment, from), isSure: i % 2 === 0 }] : []
    })
  })
}
