import { infiniteQueryOptions } from '@tanstack/react-query'
import type { activityRoutes } from '#features/activity/activity.contract.ts'
import type { ActivityTopic } from '#features/activity/activity-topics.ts'
import { client } from '#web/api/api-client.ts'

const activityApi = client<typeof activityRoutes>()

/** The prefix of every key of a project's history. */
export const activityKey = (projectId: string) => ['project', projectId, 'activity'] as const

/** Newest first, in pages. */
export const activityQuery = (projectId: string, person?: string, topic?: ActivityTopic) =>
  infiniteQueryOptions({
    queryKey: [...activityKey(projectId), 'lines', person ?? 'everybody', topic ?? 'everything'],
    queryFn: ({ signal, pageParam }) =>
      activityApi('GET /api/projects/:projectId/activity', {
        params: { projectId },
        query: { cursor: pageParam, person, topic },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const filesQuery = (projectId: string, person?: string) =>
  infiniteQueryOptions({
    queryKey: [...activityKey(projectId), 'files', person ?? 'everybody'],
    queryFn: ({ signal, pageParam }) =>
      activityApi('GET /api/projects/:projectId/attachments', {
        params: { projectId },
        query: { cursor: pageParam, person },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
