import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { versionStartRoutes } from '../../version-starts.contract.ts'

export const startApi = client<typeof versionStartRoutes>()

/** The next versions in progress of a project's tracks. */
export const startsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'starts'],
    queryFn: async ({ signal }) =>
      (await startApi('GET /api/projects/:projectId/starts', { params: { projectId }, signal })).items,
  })
