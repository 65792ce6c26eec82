import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { staleTimes } from '#web/api/stale-times.ts'
import { accountApi } from './account-api.ts'
import { readSession } from './auth-call.ts'

/** An answer without a session is never taken from the cache, because it would hide a sign-in elsewhere. */
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

/** The key of every list of the user's own sessions; the next one is that of every list of the server's users. */
export const ownSessionsKey = ['account', 'sessions'] as const
export const peopleKey = ['admin', 'users'] as const
/**
 * Keys and playback settings, shared by all of the user's machines. Not stored on disk: the copy lags, and a reload
 * would bring back the old value.
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

/** Refetches session and user. */
export async function readSessionAgain(queries: QueryClient): Promise<void> {
  await queries.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  await queries.invalidateQueries({ queryKey: meQuery.queryKey })
}
