import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import type { AlignedSegment, ComparisonResult, TimeSpan } from '#audio/comparison-result.ts'
import {
  endOf,
  gapAt,
  gapsOf,
  isNextInBoth,
  mappedBy,
  mappedMoment,
  type MappedLengths,
  SEAM_ROUNDING,
  segmentAt,
  type SegmentGap,
  turnedSegments,
} from '#audio/segment-map.ts'
import type { Seconds } from '#shared/units.ts'
import type { NotePlace, NoteState } from './notes.contract.ts'

interface PlacedNote {
  readonly fromSeconds: Seconds
  readonly toSeconds: Seconds | null
  readonly state: NoteState
  /** Of the version it was written on. */
  readonly versionNumber: number
  readonly fixedInNumber: number | null
  /** That version is in the trash. */
  readonly isOrphan: boolean
}

interface Target {
  readonly number: number
  /** Null if unknown. */
  readonly durationSeconds: Seconds | null
}

/** How positions map from one version to another. */
export interface Carried {
  /** The parts that both have, in order of the first. Only by sure ones anything moves. */
  readonly segments: readonly AlignedSegment[]
  /** What the first has outside them. */
  readonly gaps: readonly SegmentGap[]
  readonly lengths: MappedLengths
}

/** A way from one version to another through those between them, in order. */
export type CarriedSteps = readonly CarriedStep[]

interface CarriedStep {
  readonly carried: Carried
  /** The version that it leads to. */
  readonly number: number
}

/** The sound must match for this long on either side of a position. */
const BESIDE: Seconds = 1

/**
 * A note's place on a version. On its own version it is as written; it is shown on later versions unless it was settled
 * before; never on earlier ones, which do not have what it is about, unless its own version is in the trash, so that no
 * note disappears. `ways` lead from its version to this one; the first that is certain counts, and there are none if
 * the versions were never compared. What was cut out stands at the seam. If the sound around the position does not
 * match, the note keeps its time, marked as unsure. Positions outside are clamped.
 */
export function placeNote(
  { fromSeconds, toSeconds, state, versionNumber, fixedInNumber, isOrphan }: PlacedNote,
  { number, durationSeconds }: Target,
  ways: readonly CarriedSteps[],
): NotePlace | null {
  if (versionNumber === number) return { fromSeconds, toSeconds, by: 'own' }
  if ((versionNumber > number && !isOrphan) || (state === 'verified' && (fixedInNumber ?? 0) < number)) return null
  const inside = (at: Seconds) => Math.min(durationSeconds ?? Number.POSITIVE_INFINITY, Math.max(0, at))
  const tidy = ({ from, to }: Carrying) => {
    const [first, last] = [inside(from), to === null ? null : inside(to)]
    return { fromSeconds: first, toSeconds: last !== null && last > first ? last : null }
  }
  const written: Carrying = { from: fromSeconds, to: toSeconds }
  for (const way of ways) {
    const carried = carriedAlong(way, written)
    if (carried)
      return {
        ...tidy(carried),
        ...(carried.cutIn === undefined ? { by: 'aligned' } : { by: 'cut', cutIn: carried.cutIn }),
      }
  }
  return { ...tidy(written), by: ways.length === 0 ? 'same-time' : 'unsure' }
}

interface Carrying {
  readonly from: Seconds
  readonly to: Seconds | null
  /** The first version that does not have it. */
  readonly cutIn?: number
}

/** Undefined unless every step is certain. */
function carriedAlong(steps: CarriedSteps, written: Carrying): Carrying | undefined {
  let here: Carrying | undefined = written
  for (const { carried, number } of steps) here = here && carriedOn(carried, here, number)
  return here
}

function carriedOn(carried: Carried, { from, to, cutIn }: Carrying, number: number): Carrying | undefined {
  // The seam between two parts has no second of sound on either side of its own.
  if (cutIn !== undefined && to === null) return { from: seamOn(carried, from), to: null, cutIn }
  const [start, end] = [spotOf(carried, from), to === null ? null : spotOf(carried, to)]
  if (!start || (to !== null && !end)) return undefined
  if (start.by === 'aligned' && (!end || (end.by === 'aligned' && isUnbroken(carried, start.segment, end.segment))))
    return { from: start.at, to: end?.at ?? null, ...(cutIn !== undefined && { cutIn }) }
  if (start.by !== 'cut' && end?.by !== 'cut') return undefined
  // What is left of a range; nothing if all of it was cut.
  const isLeft = end !== null && end !== undefined && end.at > start.at
  return { from: start.at, to: isLeft ? end.at : null, cutIn: cutIn ?? number }
}

type Spot =
  | { readonly by: 'aligned'; readonly at: Seconds; readonly segment: AlignedSegment }
  | { readonly by: 'cut'; readonly at: Seconds }

/** Where a moment is in the other version; undefined if that is unsure. */
function spotOf({ segments, gaps, lengths }: Carried, moment: Seconds): Spot | undefined {
  const segment = segmentAt(segments, moment)
  if (!segment) {
    const gap = gapAt(gaps, moment)
    return gap && isCertainlyCut(segments, gap, moment) ? { by: 'cut', at: gap.seam } : undefined
  }
  if (!segment.isSure) return undefined
  const { from, to } = stretchOf(segments, segment)
  const isMet = (edge: Seconds, end: Seconds) => touches(edge, end) || isSeam(segments, gaps, edge)
  const before = moment - BESIDE >= from || isMet(from, 0)
  const after = moment + BESIDE <= to || isMet(to, lengths.from)
  return before && after ? { by: 'aligned', at: mappedBy(segment, moment), segment } : undefined
}

/** In music that repeats, a seam may lie elsewhere in the unsure parts beside it; the gap then moves with it. */
function isCertainlyCut(segments: readonly AlignedSegment[], { from, to, kind }: SegmentGap, moment: Seconds): boolean {
  const slack = (edge: (segment: AlignedSegment) => boolean) =>
    segments.filter((segment) => !segment.isSure && edge(segment)).reduce((sum, one) => sum + one.to - one.from, 0)
  return (
    kind === 'cut' &&
    segments.some(({ isSure }) => isSure) &&
    moment >= from + slack((segment) => touches(segment.from, to)) &&
    moment < to - slack((segment) => touches(segment.to, from))
  )
}

/** How far the same sound goes on at the same offset, sure or not. */
function stretchOf(segments: readonly AlignedSegment[], segment: AlignedSegment): TimeSpan {
  let { from, to } = segment
  const goesOn = (one: AlignedSegment, other: AlignedSegment) =>
    touches(one.to, other.from) && touches(endOf(one), other.at) && one.rate === other.rate
  const index = segments.indexOf(segment)
  for (let i = index; i > 0 && goesOn(segments[i - 1] ?? segment, segments[i] ?? segment); i--)
    from = segments[i - 1]?.from ?? from
  for (let i = index; i + 1 < segments.length && goesOn(segments[i] ?? segment, segments[i + 1] ?? segment); i++)
    to = segments[i + 1]?.to ?? to
  return { from, to }
}

/** Known to the sample, with known sound on its other side: a place beside it is as certain as any. */
function isSeam(segments: readonly AlignedSegment[], gaps: readonly SegmentGap[], edge: Seconds): boolean {
  const beside = segments.filter(({ from, to }) => touches(from, edge) || touches(to, edge))
  const gap = gaps.find(({ from, to }) => touches(from, edge) || touches(to, edge))
  return beside.every(({ isExact }) => isExact) && (gap ? gap.kind === 'cut' : beside.length > 1)
}

function touches(one: Seconds, other: Seconds): boolean {
  return Math.abs(one - other) <= SEAM_ROUNDING
}

/** A range keeps its ends only if nothing was moved out of it or into it. */
function isUnbroken({ segments }: Carried, first: AlignedSegment, last: AlignedSegment): boolean {
  const between = segments.slice(segments.indexOf(first), segments.indexOf(last) + 1)
  return between.every((segment, i) => {
    const next = between[i + 1]
    return next === undefined || isNextInBoth(segments, segment, next)
  })
}

/** A seam of an earlier cut, where the music around it is now; as it was if that is unknown. */
function seamOn({ segments, gaps }: Carried, moment: Seconds): Seconds {
  return mappedMoment(segments, moment) ?? gapAt(gaps, moment)?.seam ?? moment
}

/**
 * From the first of the two to the second, or back; undefined for results of an older release, which are not reliable.
 */
export function carriedBy(result: ComparisonResult, way: 'there' | 'back'): Carried | undefined {
  const { version, segments, frames, sampleRate } = result
  if (version !== COMPARISON_VERSION) return undefined
  const [a, b] = [frames.a / sampleRate, frames.b / sampleRate]
  return way === 'there' ? carriedAcross(segments, a, b) : carriedAcross(turnedSegments(segments), b, a)
}

/** For two recordings of these lengths. The gaps are found once, as many notes are placed by them. */
export function carriedAcross(segments: readonly AlignedSegment[], from: Seconds, to: Seconds): Carried {
  const lengths = { from, to }
  return { segments, gaps: gapsOf(segments, lengths), lengths }
}
