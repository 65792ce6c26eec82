import { infiniteQueryOptions } from '@tanstack/react-query'
import type { activityRoutes } from '#features/activity/activity.contract.ts'
import { client } from '#web/api/api-client.ts'

const activityApi = client<typeof activityRoutes>()

/** Newest first, by pages. */
export const activityQuery = (projectId: string) => infiniteQueryOptions({
  queryKey: ['project', projectId, 'activity'],
  queryFn: ({ signal, pageParam }) => activityApi('GET /api/projects/:projectId/activity', { params: { projectId }, query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})
