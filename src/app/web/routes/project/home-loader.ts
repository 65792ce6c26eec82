import type { QueryClient } from '@tanstack/react-query'
import { notesQuery } from '#features/notes/web/notes.client.ts'
import { type ProjectShelf, projectsQuery } from '#features/projects/web/projects.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

/** The track in the URL. */
export interface TrackPlace {
  readonly trackId?: string | undefined
  readonly versionId?: string | undefined
}

let isFirstPage = true

/**
 * Throws if the project cannot be loaded. Does not wait for lists, which show their own loading state, nor for the
 * first project of a visit: there is no previous page to show, and the router would also delay the frame.
 */
export async function loadHome(
  queries: QueryClient,
  { projectId, show, ...place }: TrackPlace & { readonly projectId: string | undefined; readonly show: ProjectShelf },
): Promise<void> {
  const isFirst = isFirstPage
  isFirstPage = false
  if (projectId === undefined) void queries.prefetchQuery(projectsQuery(show))
  else if (isFirst) void openProject(queries, projectId, place)
  else await queries.ensureQueryData({ ...projectDetailsQuery(projectId), revalidateIfStale: true })
}

/** With the notes of the track, as its page would ask for them once it stands. */
async function openProject(queries: QueryClient, projectId: string, { trackId, versionId }: TrackPlace): Promise<void> {
  const details = projectDetailsQuery(projectId)
  await queries.prefetchQuery(details)
  const project = queries.getQueryData(details.queryKey)
  const track = project?.tracks.find(({ id }) => id === trackId)
  const isThere = project?.trackVersions.some(({ id }) => id === versionId)
  const version = isThere ? versionId : track?.currentVersionId
  if (track && version) await queries.prefetchQuery(notesQuery(projectId, track.id, version))
}
