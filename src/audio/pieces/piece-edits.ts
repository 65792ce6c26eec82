import type { AlignedSegment, Edit, TimeSpan } from '#audio/comparison-result.ts'
import { endOf } from '#audio/segment-map.ts'
import type { Seconds } from '#shared/units.ts'

/** Where a segment begins and ends on both timelines, and how much its ends are open. */
export interface OpenSegment extends AlignedSegment {
  readonly openStart: Seconds
  readonly openEnd: Seconds
  /** How alike both are, 0..1. */
  readonly confidence: number
}

interface Lengths {
  readonly a: Seconds
  readonly b: Seconds
}

/** Shorter gaps are cross-fades, or the uncertainty of a seam. */
const LEAST_GAP: Seconds = 0.03
const LEAST_SILENCE: Seconds = 0.2
const MOST_EDITS = 100
/** What music repeats leaves longer seams open than this is told apart, as unsure. */
const LEAST_OPEN: Seconds = 0.25

/** The parts near a seam that fit on both sides of it are segments of their own, and unsure. */
export function withoutOpenEnds(segment: OpenSegment): readonly AlignedSegment[] {
  const { from, to, at, rate, isExact, isSure, openStart, openEnd } = segment
  const start = openStart > LEAST_OPEN ? Math.min(to, from + openStart) : from
  const end = openEnd > LEAST_OPEN ? Math.max(start, to - openEnd) : to
  const part = (first: Seconds, last: Seconds, isSurePart: boolean): AlignedSegment[] =>
    last > first ? [{ from: first, to: last, at: at + (first - from) * rate, rate, isExact, isSure: isSurePart }] : []
  return [...part(from, start, false), ...part(start, end, isSure), ...part(end, to, false)]
}

/** No moment of B may be in two segments: where two overlap, the earlier one ends sooner. */
export function withoutOverlap(segments: readonly OpenSegment[]): readonly OpenSegment[] {
  const inB = segments.toSorted((one, other) => one.at - other.at)
  const trimmed = inB.map((segment, i): OpenSegment => {
    const over = endOf(segment) - (inB[i + 1]?.at ?? Infinity)
    return over > 0 ? { ...segment, to: segment.to - over / segment.rate } : segment
  })
  return trimmed.filter(({ from, to }) => to > from).toSorted((one, other) => one.from - other.from)
}

/** What lies between segments, and which of them are out of order. Only what lies between sure ones is named. */
export function editsOf(
  segments: readonly OpenSegment[],
  lengths: Lengths,
  isAudible: { readonly a: (span: TimeSpan) => boolean; readonly b: (span: TimeSpan) => boolean },
): readonly Edit[] {
  const inB = segments.toSorted((one, other) => one.at - other.at)
  const kept = inOrder(inB)
  const edits: Edit[] = segments.flatMap((segment): Edit[] =>
    kept.has(segment) || !segment.isSure
      ? []
      : [
          {
            kind: 'moved',
            a: span(segment.from, segment.to),
            b: ofB(segment),
            isAudible: true,
            slack: slackOf(segment, segment),
            confidence: segment.confidence,
          },
        ],
  )
  const gapsA = gaps(segments, lengths.a, (segment) => span(segment.from, segment.to))
  const gapsB = gaps(inB, lengths.b, ofB)
  const isSure = ({ before, after }: Gap) => (before?.isSure ?? true) && (after?.isSure ?? true)
  for (const gap of gapsA) {
    if (!isSure(gap)) continue
    const other = gapsB.find(({ before, after }) => before === gap.before && after === gap.after)
    const hasA = lengthOf(gap) >= LEAST_GAP
    const slack = slackOf(gap.before, gap.after)
    if (isWithinSlack(gap)) continue
    if (hasA && other && lengthOf(other) >= LEAST_GAP)
      edits.push({
        kind: 'replaced',
        a: span(gap.from, gap.to),
        b: span(other.from, other.to),
        isAudible: isAudible.a(gap) || isAudible.b(other),
        slack,
        confidence: confidenceOf(gap),
      })
    else if (hasA) {
      const at = gap.before ? endOf(gap.before) : gap.after ? gap.after.at : 0
      edits.push({
        kind: 'cut',
        a: span(gap.from, gap.to),
        b: span(at, at),
        isAudible: isAudible.a(gap),
        slack,
        confidence: confidenceOf(gap),
      })
    }
  }
  for (const gap of gapsB) {
    if (!isSure(gap) || lengthOf(gap) < LEAST_GAP || isWithinSlack(gap)) continue
    const other = gapsA.find(({ before, after }) => before === gap.before && after === gap.after)
    if (other && lengthOf(other) >= LEAST_GAP) continue
    const at = gap.before ? gap.before.to : gap.after ? gap.after.from : 0
    edits.push({
      kind: 'added',
      a: span(at, at),
      b: span(gap.from, gap.to),
      isAudible: isAudible.b(gap),
      slack: slackOf(gap.before, gap.after),
      confidence: confidenceOf(gap),
    })
  }
  return edits
    .filter(isWorth)
    .toSorted((one, other) => one.a.from - other.a.from || one.b.from - other.b.from)
    .slice(0, MOST_EDITS)
}

/** Short silence at a seam is a choice of the seam. */
function isWorth({ kind, a, b, isAudible }: Edit): boolean {
  if (kind === 'replaced') return isAudible
  return kind === 'moved' || isAudible || Math.max(lengthOf(a), lengthOf(b)) >= LEAST_SILENCE
}

function span(from: Seconds, to: Seconds): TimeSpan {
  return { from, to }
}

function lengthOf({ from, to }: TimeSpan): Seconds {
  return to - from
}

function ofB(segment: AlignedSegment): TimeSpan {
  return span(segment.at, endOf(segment))
}

function slackOf(before: OpenSegment | undefined, after: OpenSegment | undefined): Seconds {
  return Math.max(before?.openEnd ?? 0, after?.openStart ?? 0)
}

/** No more than that of what is beside it. */
function confidenceOf({ before, after }: Gap): number {
  return Math.min(before?.confidence ?? 1, after?.confidence ?? 1)
}

/** Between parts that changed places, seams that are open leave gaps where nothing is missing. */
function isWithinSlack({ from, to, before, after }: Gap): boolean {
  const isBetween = before !== undefined && after !== undefined
  return (
    isBetween && to - from <= Math.max(before.openEnd + after.openStart, before.openStart, after.openEnd) + LEAST_GAP
  )
}

interface Gap extends TimeSpan {
  readonly before: OpenSegment | undefined
  readonly after: OpenSegment | undefined
}

function gaps(
  segments: readonly OpenSegment[],
  length: Seconds,
  spanOf: (segment: OpenSegment) => TimeSpan,
): readonly Gap[] {
  return Array.from({ length: segments.length + 1 }, (_, i) => {
    const [before, after] = [segments[i - 1], segments[i]]
    return { from: before ? spanOf(before).to : 0, to: after ? spanOf(after).from : length, before, after }
  })
}

/** The segments that keep their order, by the most time that they can have together. */
function inOrder(inB: readonly OpenSegment[]): ReadonlySet<OpenSegment> {
  const best: { readonly total: number; readonly before: number }[] = []
  inB.forEach((segment, i) => {
    let [total, before] = [0, -1]
    for (let k = 0; k < i; k++)
      if ((inB[k]?.from ?? 0) < segment.from && (best[k]?.total ?? 0) > total)
        [total, before] = [best[k]?.total ?? 0, k]
    best.push({ total: total + segment.to - segment.from, before })
  })
  const kept = new Set<OpenSegment>()
  let at = best.reduce((most, { total }, i) => (total > (best[most]?.total ?? 0) ? i : most), 0)
  for (; at >= 0 && inB[at]; at = best[at]?.before ?? -1) kept.add(inB[at] as OpenSegment)
  return kept
}
