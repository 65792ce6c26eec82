import type { AlignedSegment, TimeSpan } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'

/** Lengths of two recordings. */
export interface MappedLengths {
  readonly from: Seconds
  readonly to: Seconds
}

/**
 * What the first recording has between two segments, or before or after all of them. `cut`: the second goes on there
 * without it. `replaced`: the second has something else there.
 */
export interface SegmentGap extends TimeSpan {
  readonly kind: 'cut' | 'replaced'
  /** The second recording's moment where it would have been. */
  readonly seam: Seconds
  /** How much the second has in its place. */
  readonly instead: Seconds
}

/** Rounding differences between decoded and compared lengths, and of seams that are found to a few milliseconds. */
export const SEAM_ROUNDING: Seconds = 0.02

/** The second recording's moment of the segment's end. */
export function endOf({ from, to, at, rate }: AlignedSegment): Seconds {
  return at + (to - from) * rate
}

/** The same segments from the second recording to the first, in order of the second. */
export function turnedSegments(segments: readonly AlignedSegment[]): readonly AlignedSegment[] {
  return segments
    .map((segment) => ({
      ...segment,
      from: segment.at,
      to: endOf(segment),
      at: segment.from,
      rate: 1 / segment.rate,
    }))
    .toSorted((one, other) => one.from - other.from)
}

/** The segment in which a moment of the first recording is; undefined in a gap. A seam belongs to what follows it. */
export function segmentAt(segments: readonly AlignedSegment[], moment: Seconds): AlignedSegment | undefined {
  return segments.findLast(({ from, to }) => moment >= from && moment <= to)
}

/** A segment's moment in the second recording. */
export function mappedBy({ from, at, rate }: AlignedSegment, moment: Seconds): Seconds {
  return at + (moment - from) * rate
}

/** A moment of the first recording in the second; undefined if it has no such place. */
export function mappedMoment(segments: readonly AlignedSegment[], moment: Seconds): Seconds | undefined {
  const segment = segmentAt(segments, moment)
  return segment && mappedBy(segment, moment)
}

/** Whether nothing lies between the two in either recording but what only one of them has. */
export function isNextInBoth(
  segments: readonly AlignedSegment[],
  before: AlignedSegment,
  after: AlignedSegment,
): boolean {
  const end = endOf(before)
  return (
    segments.indexOf(after) === segments.indexOf(before) + 1 &&
    after.at >= end - SEAM_ROUNDING &&
    !segments.some((other) => other !== before && other !== after && other.at >= end && other.at < after.at)
  )
}

/**
 * What the first recording has outside the segments, in order. Where parts were moved, each gap is replaced by what
 * follows the part before it.
 */
export function gapsOf(segments: readonly AlignedSegment[], lengths: MappedLengths): readonly SegmentGap[] {
  if (segments.length === 0) return []
  const starts = segments.map(({ at }) => at).toSorted((one, other) => one - other)
  const gaps: SegmentGap[] = []
  for (const [index, after] of [...segments, undefined].entries()) {
    const before = segments[index - 1]
    const from = before?.to ?? 0
    const to = after?.from ?? lengths.from
    if (to - from <= SEAM_ROUNDING) continue
    const seam = before ? endOf(before) : 0
    const next = starts.find((start) => start >= seam - SEAM_ROUNDING) ?? lengths.to
    const instead = Math.max(0, next - seam)
    gaps.push({ from, to, seam, instead, kind: isCut(to - from, instead) ? 'cut' : 'replaced' })
  }
  return gaps
}

/** A cut-out part may leave the tail of a cross-fade, which is nothing else in its place. */
function isCut(length: Seconds, instead: Seconds): boolean {
  return instead <= SEAM_ROUNDING || (instead <= 0.5 && instead < length / 4)
}

/** The gap in which a moment of the first recording is. */
export function gapAt(gaps: readonly SegmentGap[], moment: Seconds): SegmentGap | undefined {
  return gaps.find(({ from, to }) => moment >= from && moment < to)
}

/**
 * From the first recording to a third, through the second. Parts are split where the second map has its seams; they are
 * sure and exact only if both are.
 */
export function composedSegments(
  first: readonly AlignedSegment[],
  second: readonly AlignedSegment[],
): readonly AlignedSegment[] {
  return first.flatMap((one) => {
    const end = endOf(one)
    return second.flatMap((other): AlignedSegment[] => {
      const [from, to] = [Math.max(one.at, other.from), Math.min(end, other.to)]
      if (to - from <= 0) return []
      const back = (moment: Seconds) => one.from + (moment - one.at) / one.rate
      return [
        {
          from: back(from),
          to: back(to),
          at: mappedBy(other, from),
          rate: one.rate * other.rate,
          isExact: one.isExact && other.isExact,
          isSure: one.isSure && other.isSure,
        },
      ]
    })
  })
}
