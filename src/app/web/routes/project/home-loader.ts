import type { QueryClient } from '@tanstack/react-query'
import { type ProjectShelf, projectsQuery } from '#features/projects/web/projects.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

let isFirstPage = true

/**
 * Throws if the project cannot be loaded. Does not wait for lists, which show their own loading state, nor for the
 * first project of a visit: there is no previous page to show, and the router would also delay the frame.
 */
export async function loadHome(queries: QueryClient, projectId: string | undefined, show: ProjectShelf): Promise<void> {
  const isFirst = isFirstPage
  isFirstPage = false
  if (projectId === undefined) void queries.prefetchQuery(projectsQuery(show))
  else if (isFirst) void queries.prefetchQuery(projectDetailsQuery(projectId))
  else await queries.ensureQueryData({ ...projectDetailsQuery(projectId), revalidateIfStale: true })
}
