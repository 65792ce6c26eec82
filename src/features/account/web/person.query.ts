import { queryOptions } from '@tanstack/react-query'
import { staleTimes } from '#web/api/stale-times.ts'
import { accountApi } from './account-api.ts'

/** Somebody one shares a project or an organization with. Not kept on disk: who leaves is somebody no longer. */
export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'person', userId],
    queryFn: ({ signal }) => accountApi('GET /api/users/:userId', { params: { userId }, signal }),
    staleTime: staleTimes.settled,
    meta: { private: true },
  })
