import type { Marker } from '#audio/markers/marker.ts'
import type { MarkerFile } from '#audio/markers/read-markers.ts'
import type { PlacedNote } from '#features/notes/note-order.ts'
import type { Seconds } from '#shared/units.ts'

/** `known`: such a note is there already. `beyond`: the version has ended by then. */
export type MarkerStanding = 'new' | 'known' | 'beyond'

export interface PlannedMarker {
  readonly marker: Marker
  readonly standing: MarkerStanding
}

export interface MarkerPlan {
  readonly markers: readonly PlannedMarker[]
  /** How much later than the sound the file's own count begins: one hour, as timelines of pictures do. */
  readonly startsAt: Seconds
}

const HOUR: Seconds = 3600
/** Two places so near to each other are one. */
const SAME: Seconds = 0.001
/** A place after the end by no more than this is the end, rounded. */
const ROUNDED: Seconds = 0.05

/** What of a file can become notes on a version, and how long that is; null where nobody knows. */
export function planMarkers({ markers, frameRate }: Pick<MarkerFile, 'markers' | 'frameRate'>, notes: readonly Pick<PlacedNote, 'place' | 'body'>[], duration: Seconds | null): MarkerPlan {
  const startsAt = frameRate === null || duration === null ? 0 : countBegins(markers, duration)
  const near = frameRate === null ? SAME : 1 / Number(frameRate)
  const seen = notes.map(({ place, body }) => ({ at: place.fromSeconds, text: body }))
  return {
    startsAt,
    markers: markers.map((one) => {
      const marker = within(one, startsAt, duration)
      const isKnown = seen.some(({ at, text }) => text === marker.text && Math.abs(at - marker.at) <= near + 1e-9)
      seen.push(marker)
      return { marker, standing: duration !== null && marker.at > duration ? 'beyond' : isKnown ? 'known' : 'new' }
    }),
  }
}

function countBegins(markers: readonly Marker[], duration: Seconds): Seconds {
  const first = Math.floor(Math.min(...markers.map(({ at }) => at)) / HOUR) * HOUR
  return duration < HOUR && Number.isFinite(first) ? first : 0
}

function within({ at, end, text }: Marker, startsAt: Seconds, duration: Seconds | null): Marker {
  const last = duration ?? Number.POSITIVE_INFINITY
  const from = at - startsAt > last && at - startsAt - last <= ROUNDED ? last : rounded(at - startsAt)
  const to = end === null ? null : Math.min(last, rounded(end - startsAt))
  return { at: from, end: to !== null && to > from ? to : null, text }
}

function rounded(seconds: Seconds): Seconds {
  return Math.round(seconds * 1e6) / 1e6
}
