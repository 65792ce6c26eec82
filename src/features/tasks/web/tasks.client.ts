import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import { queuedClient } from '#web/outbox/outbox-store.ts'
import type { taskRoutes } from '../tasks.contract.ts'

export const taskApi = client<typeof taskRoutes>()
/** Changes, queued until the server has them. */
export const taskLater = queuedClient<typeof taskRoutes>()

/** All tasks of a project in board order, because the browser sorts and filters them. */
export const tasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'tasks'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        taskApi('GET /api/projects/:projectId/tasks', {
          params: { projectId },
          query: { limit: 1000, cursor },
          signal,
        }),
      ),
  })

export const taskItemsKey = (projectId: string) => ['project', projectId, 'task-items'] as const

/** The steps of one task. */
export const taskItemsQuery = (projectId: string, taskId: string) =>
  queryOptions({
    queryKey: [...taskItemsKey(projectId), taskId],
    queryFn: async ({ signal }) =>
      (await taskApi('GET /api/projects/:projectId/tasks/:taskId/items', { params: { projectId, taskId }, signal }))
        .items,
  })

export const taskHistoryKey = (projectId: string) => ['project', projectId, 'task-history'] as const

/** The prefix of every list of the user's own tasks. */
export const myTasksKey = ['tasks', 'mine'] as const

export const myTasksQuery = (done: boolean) =>
  queryOptions({
    queryKey: [...myTasksKey, done ? 'done' : 'open'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        taskApi('GET /api/tasks/mine', { query: { limit: 200, done: done ? 'true' : 'false', cursor }, signal }),
      ),
  })
