import type { QueryClient } from '@tanstack/react-query'
import { type ProjectShelf, projectsQuery } from '#features/projects/web/projects.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

let isFirstPage = true

/**
 * Fails when the project cannot be read. A list shows its own state, so nobody waits for it here; nor for the first
 * project of a visit: there is no page yet that could stay meanwhile, and the router would hold back the frame as well.
 */
export async function loadHome(queries: QueryClient, projectId: string | undefined, show: ProjectShelf): Promise<void> {
  const isFirst = isFirstPage
  isFirstPage = false
  if (projectId === undefined) void queries.prefetchQuery(projectsQuery(show))
  else if (isFirst) void queries.prefetchQuery(projectDetailsQuery(projectId))
  else await queries.ensureQueryData({ ...projectDetailsQuery(projectId), revalidateIfStale: true })
}
