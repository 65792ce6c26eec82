import { queryOptions } from '@tanstack/react-query'
import { taskApi, taskHistoryKey } from '../tasks.client.ts'

/** What happened to one task. */
export const taskHistoryQuery = (projectId: string, taskId: string) =>
  queryOptions({
    queryKey: [...taskHistoryKey(projectId), taskId],
    queryFn: async ({ signal }) =>
      (await taskApi('GET /api/projects/:projectId/tasks/:taskId/history', { params: { projectId, taskId }, signal }))
        .items,
  })
