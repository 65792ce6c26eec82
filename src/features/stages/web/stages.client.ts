import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { stageRoutes } from '../stages.contract.ts'

export const stageApi = client<typeof stageRoutes>()

/** A project's stages, and how far each track is in each. */
export const sheetQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'stages'],
    queryFn: ({ signal }) => stageApi('GET /api/projects/:projectId/stages', { params: { projectId }, signal }),
  })
