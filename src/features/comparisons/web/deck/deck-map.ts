import type { AlignedSegment } from '#audio/comparison-result.ts'
import {
  composedSegments,
  endOf,
  gapAt,
  gapsOf,
  isNextInBoth,
  mappedBy,
  type SegmentGap,
  turnedSegments,
} from '#audio/segment-map.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import type { SourcePiece, SourcePlacement } from '#web/player/mix/source-placement.ts'

/** From one source of the deck to another, part by part, in frames of the deck. */
export type DeckMap = readonly AlignedSegment[]

/** Further than any recording: a part that has no end. */
const FAR: Frames = 2 ** 42

/** One offset everywhere. */
export function shiftedMap(offset: Frames): DeckMap {
  return [{ from: -FAR, to: FAR, at: offset - FAR, rate: 1, isExact: true, isSure: true }]
}

/**
 * By the parts that the comparison found. What both have between two parts in the same order, such as a bar that was
 * played anew, is heard beside each other for as long as both last, and so are their beginnings and ends; only what is
 * left over is in one of them alone.
 */
export function foundMap(segments: readonly AlignedSegment[], rate: Hertz): DeckMap {
  const frames = segments.map((segment) => ({
    ...segment,
    from: Math.round(segment.from * rate),
    to: Math.round(segment.to * rate),
    at: Math.round(segment.at * rate),
  }))
  const firstInOther = Math.min(...frames.map(({ at }) => at))
  const lastInOther = Math.max(...frames.map(endOf))
  const bridged = frames.map((segment, i) => {
    const next = frames[i + 1]
    const before = i === 0 && segment.at === firstInOther ? FAR : 0
    const after = next
      ? isNextInBoth(frames, segment, next)
        ? Math.max(0, Math.min(next.from - segment.to, (next.at - endOf(segment)) / segment.rate))
        : 0
      : endOf(segment) === lastInOther
        ? FAR
        : 0
    return {
      ...segment,
      from: segment.from - before,
      at: segment.at - before * segment.rate,
      to: segment.to + after,
    }
  })
  return bridged.reduce<AlignedSegment[]>((joined, segment) => {
    const last = joined.at(-1)
    if (last?.to === segment.from && last.rate === 1 && segment.rate === 1 && endOf(last) === segment.at)
      joined[joined.length - 1] = {
        ...last,
        to: segment.to,
        isExact: last.isExact && segment.isExact,
        isSure: last.isSure || segment.isSure,
      }
    else joined.push(segment)
    return joined
  }, [])
}

/** The same map with everything in the other source later by this much. */
export function movedMap(map: DeckMap, by: Frames): DeckMap {
  return by === 0 ? map : map.map((segment) => ({ ...segment, at: segment.at + by }))
}

/** From one source to another, by the maps of both from the first. */
export function mapBetween(maps: readonly DeckMap[], from: number, to: number): DeckMap {
  if (from === to) return shiftedMap(0)
  const there = maps[to] ?? shiftedMap(0)
  return from === 0 ? there : composedSegments(turnedSegments(maps[from] ?? shiftedMap(0)), there)
}

/** Where a source is on another's clock. Parts at another speed are left out: their samples do not fit. */
export function placementBy(map: DeckMap): SourcePlacement {
  const pieces = map
    .filter(({ rate }) => rate === 1)
    .map(({ from, to, at }): SourcePiece => ({ from: opened(from), to: opened(to), offset: Math.round(at - from) }))
  const [only] = pieces
  if (pieces.length === 1 && only && only.from === -Infinity && only.to === Infinity) return { offset: only.offset }
  return { offset: 0, pieces }
}

function opened(frame: Frames): Frames {
  return Math.abs(frame) < FAR / 2 ? frame : Math.sign(frame) * Infinity
}

/** The first source's frames at which all of these have something, at its own speed. */
export function sharedPieces(maps: readonly DeckMap[]): readonly SourcePiece[] {
  return maps.reduce<readonly SourcePiece[]>(
    (shared, map) =>
      shared.flatMap((one) =>
        placedPieces(map).flatMap((other) => {
          const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
          return to > from ? [{ from, to, offset: 0 }] : []
        }),
      ),
    [{ from: -Infinity, to: Infinity, offset: 0 }],
  )
}

function placedPieces(map: DeckMap): readonly SourcePiece[] {
  const { offset, pieces } = placementBy(map)
  return pieces ?? [{ from: -Infinity, to: Infinity, offset }]
}

/** A placement within these pieces of the clock alone. */
export function confined(placement: SourcePlacement, within: readonly SourcePiece[]): SourcePlacement {
  const pieces = (placement.pieces ?? [{ from: -Infinity, to: Infinity, offset: placement.offset }]).flatMap((one) =>
    within.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)]
      return to > from ? [{ from, to, offset: one.offset }] : []
    }),
  )
  const [only] = pieces
  return pieces.length === 1 && only?.from === -Infinity && only.to === Infinity
    ? { offset: only.offset }
    : { offset: 0, pieces }
}

/** At another speed somewhere, or with a drift: no difference can be taken there. */
export function changesSpeed(map: DeckMap): boolean {
  return map.some(({ rate }) => rate !== 1)
}

/** What the first source of a map has alone, in seconds. */
export function gapsIn(
  map: DeckMap,
  lengths: { readonly from: Frames; readonly to: Frames },
  rate: Hertz,
): readonly SegmentGap[] {
  const within = map.map((segment) => withinBoth(segment, lengths)).filter(({ from, to }) => to > from)
  return gapsOf(
    within.map((segment) => inSeconds(segment, rate)),
    {
      from: lengths.from / rate,
      to: lengths.to / rate,
    },
  )
}

/** The part of a segment in which both recordings have samples. */
function withinBoth(segment: AlignedSegment, lengths: { readonly from: Frames; readonly to: Frames }): AlignedSegment {
  const back = (own: Frames) => segment.from + (own - segment.at) / segment.rate
  const from = Math.max(segment.from, 0, back(0))
  const to = Math.min(segment.to, lengths.from, back(lengths.to))
  return { ...segment, from, to, at: mappedBy(segment, from) }
}

function inSeconds(segment: AlignedSegment, rate: Hertz): AlignedSegment {
  return { ...segment, from: segment.from / rate, to: segment.to / rate, at: segment.at / rate }
}

/** The moment in the other source; undefined in a gap. */
export function mappedSeconds(map: DeckMap, at: Seconds, rate: Hertz): Seconds | undefined {
  // The frame at the beginning of a gap is in the gap.
  const segment = map.find(({ from, to }) => Math.round(at * rate) >= from && Math.round(at * rate) < to)
  return segment && mappedBy(segment, at * rate) / rate
}

const knownGaps = new WeakMap<DeckMap, readonly SegmentGap[]>()

/** The moment in the other source, or in a gap the seam where that goes on. */
export function nearestSeconds(map: DeckMap, at: Seconds, rate: Hertz): Seconds {
  const mapped = mappedSeconds(map, at, rate)
  if (mapped !== undefined) return mapped
  // Asked for by every row in every frame while the playhead is in a gap.
  const gaps = knownGaps.get(map) ?? gapsOf(map, { from: FAR, to: FAR })
  knownGaps.set(map, gaps)
  return (gapAt(gaps, Math.round(at * rate))?.seam ?? 0) / rate
}

/** Rows redraw only if a map has changed. */
export function isSameMaps(one: readonly DeckMap[], other: readonly DeckMap[]): boolean {
  return (
    one.length === other.length &&
    one.every((map, i) => {
      const beside = other[i] ?? []
      return (
        map.length === beside.length &&
        map.every(
          ({ from, to, at, rate }, k) =>
            beside[k]?.from === from && beside[k].to === to && beside[k].at === at && beside[k].rate === rate,
        )
      )
    })
  )
}
