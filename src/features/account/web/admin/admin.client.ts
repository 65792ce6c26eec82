import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { accountApi } from '../account-api.ts'
import { peopleKey } from '../account.client.ts'

/** Read again while it is looked at: mails go by themselves and send no events. */
const refetchInterval = 5_000

/** Mails carry links that let people in: they are never kept on disk. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ['admin', 'outbox'],
  queryFn: ({ signal, pageParam }) => accountApi('GET /api/admin/outbox', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  refetchInterval,
  meta: { private: true },
})

/** Everybody with an account, or whom the search finds; what was found before stays while somebody types on. */
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
