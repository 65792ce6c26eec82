import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { noteRoundRoutes } from '../../note-rounds.contract.ts'

export const roundApi = client<typeof noteRoundRoutes>()

/** Everything about a project's rounds begins with this key. */
export const roundsKey = (projectId: string) => ['project', projectId, 'rounds'] as const

export const roundsQuery = (projectId: string, trackId: string) =>
  queryOptions({
    queryKey: [...roundsKey(projectId), trackId],
    queryFn: async ({ signal }) =>
      (
        await roundApi('GET /api/projects/:projectId/tracks/:trackId/rounds', {
          params: { projectId, trackId },
          signal,
        })
      ).items,
  })

/** One's own drafts, which are kept by the server alone. */
export const roundDraftsQuery = (projectId: string, roundId: string) =>
  queryOptions({
    queryKey: [...roundsKey(projectId), 'drafts', roundId],
    queryFn: async ({ signal }) =>
      (
        await roundApi('GET /api/projects/:projectId/rounds/:roundId/drafts', {
          params: { projectId, roundId },
          signal,
        })
      ).items,
    meta: { private: true },
  })
