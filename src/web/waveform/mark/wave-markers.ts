import type { Seconds } from '#shared/units.ts'
import { pxAtSeconds, type WaveView } from '../view/wave-view.ts'

/** A point or range with a meaning: a note, a finding, a loop. */
export interface WaveMarker {
  readonly id: string
  readonly from: Seconds
  /** Set for a range. */
  readonly to?: Seconds
  /** A CSS colour, for example `var(--c-a3)`. */
  readonly colour: string
  /** The complete description, for tooltips and screen readers: "Note by Jo Okafor, open: vocal under the guitars". */
  readonly label: string
  /** Shown in a range's bar, truncated if too long. */
  readonly text?: string
  /** `plain` for markers without an open or settled state. */
  readonly state: MarkerState
}

export type MarkerState = 'plain' | 'open' | 'fixed' | 'verified'

/** An item in the lane: one marker, or several that are too close together to press. */
export type LaneItem = LanePin | LaneCluster | LaneRange

export interface LanePin {
  readonly kind: 'pin'
  readonly px: number
  readonly marker: WaveMarker
}

export interface LaneCluster {
  readonly kind: 'cluster'
  readonly px: number
  /** In time order; at least two. */
  readonly markers: readonly WaveMarker[]
}

export interface LaneRange {
  readonly kind: 'range'
  readonly px: number
  readonly widthPx: number
  /** Row from 0: overlapping ranges are in different rows. */
  readonly row: number
  readonly marker: WaveMarker
}

/** Pins closer than this are merged into a cluster. */
const CLUSTER_PX = 20
/** Half the width of a pin: closer to the start or end of the recording, its head is shifted inwards. */
const HALF_PIN_PX = 18
/** Minimum width of a bar, so that it can be pressed. */
const NARROWEST_PX = 24
/** Minimum distance between the centres of a pin or count and the next. */
const NUMBER_PX = 30
const ROWS = 3

/**
 * The items of a lane for its markers (in time order, see `inTimeOrder`) in a view: in time order, clipped to the view.
 */
export function laneItems(markers: readonly WaveMarker[], view: WaveView): readonly LaneItem[] {
  const { ranges, crowded } = placeRanges(markers.filter(isStretch), view)
  const pins = placePins(
    markers.filter((marker) => !isStretch(marker) || crowded.has(marker)),
    view,
  )
  return [...ranges, ...pins].sort((a, b) => startOf(a) - startOf(b))
}

export function inTimeOrder(markers: readonly WaveMarker[]): readonly WaveMarker[] {
  return [...markers].sort((a, b) => a.from - b.from || (a.to ?? a.from) - (b.to ?? b.from))
}

export function isStretch(marker: WaveMarker): marker is WaveMarker & { readonly to: Seconds } {
  return marker.to !== undefined
}

export function itemMarkers(item: LaneItem): readonly WaveMarker[] {
  return item.kind === 'cluster' ? item.markers : [item.marker]
}

/** Describes the markers at a moment for screen readers; undefined if there are none. */
export function markersAt(markers: readonly WaveMarker[], at: Seconds): string | undefined {
  const here = markers.filter(({ from, to = from + 1 }) => at >= from && at < to)
  return here.length === 0 ? undefined : here.map(({ label }) => label).join(', ')
}

/** An item's position in a later view than the one it was made for; groups stay as they were. */
export function itemPlace(
  item: LaneItem,
  view: WaveView,
): { readonly px: number; readonly widthPx?: number; readonly inwardsPx?: number } {
  if (item.kind !== 'range') return { px: pxAtSeconds(view, startOf(item)), inwardsPx: inwards(view, startOf(item)) }
  const from = rangeStart(view, item.marker)
  return cutRange(view, from, rangeEnd(view, from, item.marker))
}

/** How far a pin's head is shifted so that no edge clips it; does not depend on scrolling. */
function inwards(view: WaveView, at: Seconds): number {
  const fromStart = pxAtSeconds(view, at) - pxAtSeconds(view, 0)
  const toEnd = view.totalFrames / view.framesPerPx - fromStart
  return Math.max(0, HALF_PIN_PX - fromStart) - Math.max(0, HALF_PIN_PX - Math.max(0, toEnd))
}

/** A range that begins in the last pixels still gets a bar that can be pressed. */
function rangeStart(view: WaveView, marker: WaveMarker): number {
  return Math.min(
    pxAtSeconds(view, marker.from),
    Math.max(pxAtSeconds(view, 0), pxAtSeconds(view, view.totalFrames / view.sampleRate) - NARROWEST_PX),
  )
}

function rangeEnd(view: WaveView, from: number, marker: WaveMarker): number {
  return Math.max(pxAtSeconds(view, marker.to ?? marker.from), from + NARROWEST_PX)
}

function cutRange(view: WaveView, from: number, to: number): { readonly px: number; readonly widthPx: number } {
  const px = Math.max(0, from)
  return { px, widthPx: Math.max(0, Math.min(view.widthPx, to) - px) }
}

function startOf(item: LaneItem): Seconds {
  return itemMarkers(item)[0]?.from ?? 0
}

/**
 * A cluster begins with its first pin and takes all within reach of it, so that it does not change during scrolling.
 */
function placePins(pins: readonly WaveMarker[], view: WaveView): readonly (LanePin | LaneCluster)[] {
  const groups: { readonly px: number; readonly headPx: number; readonly markers: WaveMarker[] }[] = []
  for (const marker of pins) {
    const px = pxAtSeconds(view, marker.from)
    const headPx = px + inwards(view, marker.from)
    const last = groups.at(-1)
    if (last && headPx - last.headPx < (last.markers.length > 1 ? NUMBER_PX : CLUSTER_PX)) last.markers.push(marker)
    else groups.push({ px, headPx, markers: [marker] })
  }
  return apart(groups)
    .filter(({ px }) => px >= 0 && px <= view.widthPx)
    .map(({ px, markers }) => {
      const [marker] = markers
      return marker && markers.length === 1 ? { kind: 'pin', px, marker } : { kind: 'cluster', px, markers }
    })
}

interface PinGroup {
  readonly px: number
  readonly headPx: number
  readonly markers: readonly WaveMarker[]
}

/** A count is wider than a pin: pins near it join the cluster. */
function apart(groups: readonly PinGroup[]): readonly PinGroup[] {
  const merged: PinGroup[] = []
  for (const group of groups) {
    const last = merged.at(-1)
    const isCrowd = last !== undefined && last.markers.length + group.markers.length > 2
    if (last && isCrowd && group.headPx - last.headPx < NUMBER_PX)
      merged[merged.length - 1] = { ...last, markers: [...last.markers, ...group.markers] }
    else merged.push(group)
  }
  return merged
}

/**
 * A range for which no row is free is placed among the pins, where it can join a cluster, so that it covers nothing.
 */
function placeRanges(
  stretches: readonly (WaveMarker & { readonly to: Seconds })[],
  view: WaveView,
): { readonly ranges: readonly LaneRange[]; readonly crowded: ReadonlySet<WaveMarker> } {
  const ends: number[] = []
  const ranges: LaneRange[] = []
  const crowded = new Set<WaveMarker>()
  for (const marker of stretches) {
    const from = rangeStart(view, marker)
    const to = rangeEnd(view, from, marker)
    const free = ends.findIndex((end) => end <= from)
    if (free < 0 && ends.length === ROWS) {
      crowded.add(marker)
      continue
    }
    const row = free >= 0 ? free : ends.length
    ends[row] = to
    if (to <= 0 || from >= view.widthPx) continue
    ranges.push({ kind: 'range', ...cutRange(view, from, to), row, marker })
  }
  return { ranges, crowded }
}

/** Maximum number of dots on one line: more could not be distinguished. */
const MOST_DOTS = 300

/** One marker per position of the overview; open ones before settled ones. */
export function dotsOf(markers: readonly WaveMarker[], duration: Seconds): readonly WaveMarker[] {
  if (markers.length <= MOST_DOTS) return markers
  const dots = new Map<number, WaveMarker>()
  for (const marker of markers) {
    const place = Math.floor((Math.min(marker.from, duration) / duration) * MOST_DOTS)
    const there = dots.get(place)
    if (!there || (there.state !== 'open' && marker.state === 'open')) dots.set(place, marker)
  }
  return [...dots.values()]
}
