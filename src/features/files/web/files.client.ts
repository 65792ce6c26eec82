import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import type { fileRoutes, ProjectFile } from '../files.contract.ts'

export const fileApi = client<typeof fileRoutes>()

/** All files of a project, last changed first, because the browser sorts and filters them. */
export const projectFilesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'files'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        fileApi('GET /api/projects/:projectId/files', { params: { projectId }, query: { limit: 200, cursor }, signal }),
      ),
  })

export const fileVersionsKey = (projectId: string) => ['project', projectId, 'file-versions'] as const

/** The versions of one file, newest first. One more makes them stale even if its event was missed. */
export const fileVersionsQuery = (projectId: string, { id: fileId, versionCount }: ProjectFile) =>
  queryOptions({
    queryKey: [...fileVersionsKey(projectId), fileId, String(versionCount)],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        fileApi('GET /api/projects/:projectId/files/:fileId/versions', {
          params: { projectId, fileId },
          query: { limit: 200, cursor },
          signal,
        }),
      ),
  })
