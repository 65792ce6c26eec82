import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { noteRoundRoutes } from '../../note-rounds.contract.ts'

export const roundApi = client<typeof noteRoundRoutes>()

/** The prefix of every key of a project's rounds. */
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

/** The user's drafts in a round, which only the server stores. */
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
