import type { QueryClient } from '@tanstack/react-query'
import { notesQuery } from '#features/notes/web/notes.client.ts'
import { type ProjectShelf, projectsQuery } from '#features/projects/web/projects.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { screenSlots } from '../frame/screen-slots.tsx'
import { ProjectScreen } from './HomeScreen.tsx'
import type { HomeSearch } from './home-search.ts'

/** What of a project the URL opens. */
export interface ProjectPlace extends Pick<HomeSearch, 'trackId' | 'versionId' | 'compare' | 'tab'> {}

let isFirstPage = true

/**
 * Throws if the project cannot be loaded. Does not wait for lists, which show their own loading state, nor for the
 * first project of a visit: there is no previous page to show, and the router would also delay the frame. It waits for
 * that page's code, which has come with the frame's.
 */
export async function loadHome(
  queries: QueryClient,
  { projectId, show, ...place }: ProjectPlace & { readonly projectId: string | undefined; readonly show: ProjectShelf },
): Promise<void> {
  const isFirst = isFirstPage
  isFirstPage = false
  if (projectId === undefined) void queries.prefetchQuery(projectsQuery(show))
  else if (isFirst) {
    void openProject(queries, projectId, place)
    await loadPageParts(place)
  } else await queries.ensureQueryData({ ...projectDetailsQuery(projectId), revalidateIfStale: true })
}

/** The page’s HTML names this code, so it has arrived by now; what is loaded shows without a placeholder. */
async function loadPageParts({ trackId, compare, tab = 'tracks' }: ProjectPlace): Promise<void> {
  await ProjectScreen.load()
  if (trackId !== undefined) await (compare === undefined && screenSlots.TrackPage?.load())
  else if (tab === 'tracks')
    // A missing part is reported in its place.
    await import('#features/tracks/web/tracks-on-project.tsx').then(
      ({ TrackViews }) => TrackViews.load(),
      () => undefined,
    )
}

/** With the notes of the track, as its page would ask for them once it stands. */
async function openProject(
  queries: QueryClient,
  projectId: string,
  { trackId, versionId }: ProjectPlace,
): Promise<void> {
  const details = projectDetailsQuery(projectId)
  await queries.prefetchQuery(details)
  const project = queries.getQueryData(details.queryKey)
  const track = project?.tracks.find(({ id }) => id === trackId)
  const isThere = project?.trackVersions.some(({ id }) => id === versionId)
  const version = isThere ? versionId : track?.currentVersionId
  if (track && version) await queries.prefetchQuery(notesQuery(projectId, track.id, version))
}
