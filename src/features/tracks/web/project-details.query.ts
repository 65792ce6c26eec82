import { queryOptions } from '@tanstack/react-query'
import type { trackRoutes } from '#features/tracks/tracks.contract.ts'
import { client } from '#web/api/api-client.ts'
import { staleTimes } from '#web/api/stale-times.ts'

export const trackApi = client<typeof trackRoutes>()

/** A project with its members, tracks and every version. */
export const projectDetailsQuery = (projectId: string) => queryOptions({
  queryKey: ['project', projectId, 'details'],
  queryFn: ({ signal }) => trackApi('GET /api/projects/:projectId', { params: { projectId }, signal }),
  staleTime: staleTimes.settled,
})
