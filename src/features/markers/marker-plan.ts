import type { Marker } from '#audio/markers/marker.ts'
import type { MarkerFile } from '#audio/markers/read-markers.ts'
import { hourOfTimecode } from '#audio/markers/timecode.ts'
import type { PlacedNote } from '#features/notes/note-order.ts'
import type { Seconds } from '#shared/units.ts'

/** `known`: an equal note exists. `beyond`: the version is shorter. */
export type MarkerStanding = 'new' | 'known' | 'beyond'

export interface PlannedMarker {
  readonly marker: Marker
  readonly standing: MarkerStanding
}

export interface MarkerPlan {
  readonly markers: readonly PlannedMarker[]
  /** The file's start time in hours: usually one, because video timelines start there. */
  readonly hours: number
}

/** Positions closer than this are equal. */
const SAME: Seconds = 0.001
/** A position at most this far after the end is the end, rounded. */
const ROUNDED: Seconds = 0.05

/** A note's text in marker files, where nothing else says that its place was cut out. */
export function markerText({ body, place: { by, cutIn, toSeconds } }: Pick<PlacedNote, 'place' | 'body'>): string {
  if (by !== 'cut' || cutIn === undefined) return body
  return `${body} [${toSeconds === null ? 'Its place' : 'Part of its place'} was cut in v${cutIn}]`
}

/** Without what `markerText` adds: a place may be cut out in one version and not in another. */
function ownWords(text: string): string {
  return text.replace(/ \[(?:Its place|Part of its place) was cut in v\d+\]$/, '')
}

/** Which markers of a file can become notes on a version of this duration; null if that is unknown. */
export function planMarkers(
  { markers, frameRate, drops = false }: Pick<MarkerFile, 'markers' | 'frameRate' | 'drops'>,
  notes: readonly Pick<PlacedNote, 'place' | 'body'>[],
  duration: Seconds | null,
): MarkerPlan {
  const near = frameRate === null ? SAME : 1 / Number(frameRate)
  const hour = hourOfTimecode(frameRate ?? '25', drops)
  const hours = frameRate === null || duration === null || duration >= hour ? 0 : hoursBefore(markers, hour, near / 2)
  const startsAt = hours * hour
  const seen = notes.map((note) => ({ at: note.place.fromSeconds, text: ownWords(note.body) }))
  return {
    hours,
    markers: markers.map((one) => {
      const marker = within(one, startsAt, duration)
      const isKnown = seen.some(({ at, text }) => text === marker.text && Math.abs(at - marker.at) <= near + 1e-9)
      seen.push({ at: marker.at, text: marker.text })
      return { marker, standing: duration !== null && marker.at > duration ? 'beyond' : isKnown ? 'known' : 'new' }
    }),
  }
}

/** A first frame that rounding puts just before the hour belongs to it. */
function hoursBefore(markers: readonly Marker[], hour: Seconds, tolerance: Seconds): number {
  const first = Math.min(...markers.map(({ at }) => at))
  return Number.isFinite(first) ? Math.floor((first + tolerance) / hour) : 0
}

function within({ at, end, text }: Marker, startsAt: Seconds, duration: Seconds | null): Marker {
  const last = duration ?? Number.POSITIVE_INFINITY
  const from = at - startsAt > last && at - startsAt - last <= ROUNDED ? last : Math.max(0, rounded(at - startsAt))
  const to = end === null ? null : Math.min(last, rounded(end - startsAt))
  return { at: from, end: to !== null && to > from ? to : null, text: ownWords(text) }
}

function rounded(seconds: Seconds): Seconds {
  return Math.round(seconds * 1e6) / 1e6
}
