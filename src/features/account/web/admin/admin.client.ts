import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accountApi } from '../account-api.ts'
import { peopleKey } from '../account.client.ts'

/** Refetched while the page is visible: mails are sent in the background and cause no events. */
const refetchInterval = 5_000

/** Never stored on disk: the mails contain sign-in links. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ['admin', 'outbox'],
  queryFn: ({ signal, pageParam }) => accountApi('GET /api/admin/outbox', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval,
  meta: { private: true },
})

/** All accounts, or those that match the search; the previous result stays during typing. */
export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, search],
    queryFn: ({ signal, pageParam }) =>
      accountApi('GET /api/admin/users', { query: { cursor: pageParam, ...(search !== '' && { search }) }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { private: true },
  })

export const adminSessionsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'sessions'],
  queryFn: ({ signal, pageParam }) => accountApi('GET /api/admin/sessions', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  meta: { private: true },
})

export const serverSettingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => accountApi('GET /api/admin/settings', { signal }),
  meta: { private: true },
})
