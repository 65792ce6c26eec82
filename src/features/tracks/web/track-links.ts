import type { Seconds } from '#shared/units.ts'

interface TrackPlace {
  readonly versionId?: string | undefined
  readonly at?: Seconds | undefined
  readonly noteId?: string | undefined
}

/** A track's URL; without a version it follows the current one. */
export function trackHref(projectId: string, trackId: string, { versionId, at, noteId }: TrackPlace = {}): string {
  const search = new URLSearchParams({ projectId, trackId })
  if (versionId !== undefined) search.set('versionId', versionId)
  if (at !== undefined) search.set('t', String(Math.round(at * 1000) / 1000))
  if (noteId !== undefined) search.set('note', noteId)
  return `/?${search}`
}

/** A project's URL, at its tracks. */
export function projectHref(projectId: string): string {
  return `/?${new URLSearchParams({ projectId })}`
}
