import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { shareApi } from './shares.client.ts'

export const sharesKey = ['shares'] as const

/** Every link that the user may manage. Refetched at intervals, because visits are counted without an event. */
export const sharesQuery = queryOptions({
  queryKey: [...sharesKey, 'all'],
  queryFn: ({ signal }) => allPages((cursor) => shareApi('GET /api/shares', { query: { cursor, limit: 200 }, signal })),
  refetchInterval: 15_000,
})

/** Of one project. */
export const projectSharesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'project', projectId],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        shareApi('GET /api/projects/:projectId/shares', {
          params: { projectId },
          query: { cursor, limit: 200 },
          signal,
        }),
      ),
  })

export const guestsQuery = (projectId: string, shareId: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'guests', shareId],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        shareApi('GET /api/projects/:projectId/shares/:shareId/guests', {
          params: { projectId, shareId },
          query: { cursor, limit: 200 },
          signal,
        }),
      ),
  })
