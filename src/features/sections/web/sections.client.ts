import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { sectionRoutes } from '../sections.contract.ts'

const sectionApi = client<typeof sectionRoutes>()

/** The prefix of every key of a project's sections. */
export const sectionsKey = (projectId: string) => ['project', projectId, 'sections'] as const

export const sectionsQuery = (projectId: string, trackId: string) =>
  queryOptions({
    queryKey: [...sectionsKey(projectId), trackId],
    queryFn: ({ signal }) =>
      sectionApi('GET /api/projects/:projectId/tracks/:trackId/sections', { params: { projectId, trackId }, signal }),
  })
