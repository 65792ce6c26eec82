import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import { laterClient } from '#web/outbox/the-outbox.ts'
import type { noteRoutes } from '../notes.contract.ts'

export const noteApi = client<typeof noteRoutes>()
/** Changes, kept until the server has them. */
export const noteLater = laterClient<typeof noteRoutes>()

/** Every list of a project's notes begins with this key. */
export const notesKey = (projectId: string) => ['project', projectId, 'notes'] as const

/** All notes of a track with their places on one of its versions. */
export const notesQuery = (projectId: string, trackId: string, version: string) => queryOptions({
  queryKey: [...notesKey(projectId), trackId, version],
  queryFn: ({ signal }) => allPages((cursor) => noteApi('GET /api/projects/:projectId/tracks/:trackId/notes', { params: { projectId, trackId }, query: { version, limit: 500, cursor }, signal })),
})
