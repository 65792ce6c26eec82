import { queryOptions } from '@tanstack/react-query'
import type { trackRoutes } from '#features/tracks/tracks.contract.ts'
import { client } from '#web/api/api-client.ts'
import { staleTimes } from '#web/api/stale-times.ts'

export const trackApi = client<typeof trackRoutes>()

/** Of one track, the last deleted first. */
export const deletedVersionsQuery = (projectId: string, trackId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'trash', trackId],
    queryFn: ({ signal }) =>
      trackApi('GET /api/projects/:projectId/tracks/:trackId/trash', { params: { projectId, trackId }, signal }),
  })

/** A project with its members, tracks and versions. */
export const projectDetailsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'details'],
    queryFn: ({ signal }) => trackApi('GET /api/projects/:projectId', { params: { projectId }, signal }),
    staleTime: staleTimes.settled,
  })

/** Key of the query for a version's spectrogram. */
export const spectrogramKey = (versionId: string): readonly string[] => ['spectrogram', versionId]

/** What the user may restore. */
export const trashKey = ['trash'] as const
