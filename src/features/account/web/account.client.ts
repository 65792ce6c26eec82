import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { staleTimes } from '#web/api/stale-times.ts'
import { accountApi } from './account-api.ts'
import { readSession } from './auth-call.ts'

/** The answer "nobody" is never taken from the cache: signing in elsewhere would go unnoticed. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: ({ state }) => (state.data ? staleTimes.settled : 0),
})

export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: ({ signal }) => accountApi('GET /api/users/me', { signal }),
  staleTime: staleTimes.settled,
})

/** Every list of one's sessions begins with this key, and every list of the people of the server with the next. */
export const ownSessionsKey = ['account', 'sessions'] as const
export const peopleKey = ['admin', 'users'] as const
/**
 * Keys and playback, as set on whichever machine. Not kept on disk: that copy lags, and a reload would bring back what
 * was just changed.
 */
export const settingsQuery = queryOptions({
  queryKey: ['users', 'me', 'settings'],
  queryFn: ({ signal }) => accountApi('GET /api/users/me/settings', { signal }),
  staleTime: staleTimes.settled,
  meta: { private: true },
})

export const serverFactsQuery = queryOptions({
  queryKey: ['server'],
  queryFn: ({ signal }) => accountApi('GET /api/server', { signal }),
  meta: { private: true },
})

/** Session and user are read again; whoever shows them follows. */
export async function readSessionAgain(queries: QueryClient): Promise<void> {
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  await queries.invalidateQueries({ queryKey: meQuery.queryKey })
}
