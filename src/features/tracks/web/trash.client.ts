import { infiniteQueryOptions } from '@tanstack/react-query'
import type { TrashItem, trashRoutes } from '#features/tracks/trash.contract.ts'
import { client } from '#web/api/api-client.ts'
import { trackApi } from './project-details.query.ts'
import { projectApi } from '#features/projects/web/project-api.ts'
import { trashKey } from './trash-key.ts'

const trashApi = client<typeof trashRoutes>()

export const trashQuery = infiniteQueryOptions({
  queryKey: trashKey,
  queryFn: ({ signal, pageParam }) => trashApi('GET /api/trash', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})

export async function restoreItem({ kind, id, projectId, trackId }: TrashItem): Promise<void> {
  if (kind === 'project') await projectApi('POST /api/projects/:projectId/restore', { params: { projectId } })
  else if (kind === 'track')
    await trackApi('POST /api/projects/:projectId/tracks/:trackId/restore', { params: { projectId, trackId: id } })
  else
    await trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore', {
      params: { projectId, trackId: trackId ?? '', versionId: id },
    })
}

export async function eraseItem({ kind, id, projectId, trackId }: TrashItem): Promise<void> {
  if (kind === 'project') await trashApi('POST /api/projects/:projectId/erase', { params: { projectId } })
  else if (kind === 'track')
    await trashApi('POST /api/projects/:projectId/tracks/:trackId/erase', { params: { projectId, trackId: id } })
  else
    await trashApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/erase', {
      params: { projectId, trackId: trackId ?? '', versionId: id },
    })
}
