import { foldText } from '#shared/fold-text.ts'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { trackStatuses, type TrackStatus } from '../../track-statuses.ts'
import { trackSorts, type TrackSort } from './track-sorts.ts'

/** A track with everything that the list and the page show of it. */
export interface ListedTrack {
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  readonly current: TrackVersion | undefined
  /** Position in album order, from 1. */
  readonly number: number
}

/** Tracks in album order; archived ones only on request. */
export function listTracks(
  { tracks, trackVersions }: Pick<ProjectDetails, 'tracks' | 'trackVersions'>,
  archived = false,
): readonly ListedTrack[] {
  const byTrack = Map.groupBy(trackVersions, ({ trackId }) => trackId)
  return tracks
    .filter(({ archivedAt }) => (archivedAt !== null) === archived)
    .map((track, index) => {
      const versions = byTrack.get(track.id) ?? []
      return {
        track,
        versions,
        current: versions.find(({ id }) => id === track.currentVersionId) ?? versions[0],
        number: index + 1,
      }
    })
}

/** The nearest earlier version that can be played. */
export function versionBefore(versions: readonly TrackVersion[], version: TrackVersion): TrackVersion | undefined {
  return versions.slice(versions.findIndex(({ id }) => id === version.id) + 1).find(({ state }) => state === 'ready')
}

export interface TrackView {
  readonly find: string
  readonly status: TrackStatus | 'any'
  readonly sort: TrackSort
  /** Ids of the active filters that features add. */
  readonly only: readonly string[]
}

/** A view as it stands in the URL: what is usual is left out. */
export interface TrackListSearch {
  readonly find?: string
  readonly status?: TrackStatus
  readonly order?: TrackSort
  /** Separated by commas. */
  readonly only?: string
}

export function searchOfTrackList({ find, status, sort, only }: TrackView): TrackListSearch {
  return {
    ...(find !== '' && { find }),
    ...(status !== 'any' && { status }),
    ...(sort !== 'album' && { order: sort }),
    ...(only.length > 0 && { only: only.join(',') }),
  }
}

export function trackViewOf({
  find = '',
  status,
  order,
  only,
}: { readonly [Name in keyof TrackListSearch]?: string }): TrackView {
  return {
    find,
    status: trackStatuses.find((one) => one === status) ?? 'any',
    sort: trackSorts.find((one) => one === order) ?? 'album',
    only: only ? only.split(',') : [],
  }
}

/**
 * Filters and sorts the list. Unknown loudness and length come last. `within`: only tracks contained in each of these.
 */
export function arrangeTracks(
  tracks: readonly ListedTrack[],
  { find, status, sort }: Omit<TrackView, 'only'>,
  within: readonly ReadonlySet<string>[] = [],
): readonly ListedTrack[] {
  const searchText = foldText(find.trim())
  const shown = tracks.filter(
    ({ track }) =>
      (status === 'any' || track.status === status) &&
      within.every((ids) => ids.has(track.id)) &&
      foldText(track.title).includes(searchText),
  )
  return sort === 'album' ? shown : [...shown].sort(orders[sort])
}

const orders: Readonly<Record<Exclude<TrackSort, 'album'>, (a: ListedTrack, b: ListedTrack) => number>> = {
  title: (a, b) => a.track.title.localeCompare(b.track.title, undefined, { numeric: true }),
  updated: (a, b) => updatedAt(b) - updatedAt(a),
  loudness: (a, b) =>
    (b.current?.report?.loudness.integrated ?? -Infinity) - (a.current?.report?.loudness.integrated ?? -Infinity) || 0,
  length: (a, b) =>
    (b.current?.report?.format.durationSeconds ?? -1) - (a.current?.report?.format.durationSeconds ?? -1),
}

/** When the latest version arrived. */
export function updatedAt({ track, versions }: ListedTrack): number {
  return versions[0]?.createdAt ?? track.createdAt
}

/** The ids with one moved to another's position, or by a number of positions; unchanged if that is not possible. */
export function moveTo(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id)
  if (from < 0 || to < 0 || to >= ids.length || to === from) return ids
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** All tracks in the new order; archived ones keep their positions. */
export function withOrder(tracks: readonly Track[], ids: readonly string[]): readonly Track[] {
  const byId = new Map(tracks.map((track) => [track.id, track]))
  const moved = ids.flatMap((id) => byId.get(id) ?? [])
  let next = 0
  return tracks.map((track) => (ids.includes(track.id) ? (moved[next++] ?? track) : track))
}
