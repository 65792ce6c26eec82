import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import { isTimeZone } from '../inbox-times.ts'
import type { inboxRoutes } from '../inbox.contract.ts'
import type { NotificationKind } from '../notification-kinds.ts'

export const inboxApi = client<typeof inboxRoutes>()

/** The prefix of every key of the inbox; the next one is that of every list. */
export const inboxKey = ['inbox'] as const
export const inboxListsKey = [...inboxKey, 'list'] as const
/** Devices with push notifications. */
export const pushKey = [...inboxKey, 'push'] as const

export interface InboxView {
  readonly kind?: NotificationKind | undefined
  readonly unread: boolean
}

/** Newest first, in pages. */
export const inboxQuery = ({ kind, unread }: InboxView) =>
  infiniteQueryOptions({
    queryKey: [...inboxListsKey, kind ?? 'every', unread],
    queryFn: ({ signal, pageParam }) =>
      inboxApi('GET /api/inbox', { query: { cursor: pageParam, kind, unread: unread ? 'true' : 'false' }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const inboxCountQuery = queryOptions({
  queryKey: [...inboxKey, 'count'],
  queryFn: ({ signal }) => inboxApi('GET /api/inbox/count', { signal }),
  meta: { private: true },
})

/** The first request sends the browser's time zone, because mail times follow the user and not the server. */
export const inboxSettingsQuery = queryOptions({
  queryKey: [...inboxKey, 'settings'],
  queryFn: async ({ signal }) => {
    const settings = await inboxApi('GET /api/inbox/settings', { signal })
    return settings.knowsTimeZone
      ? settings
      : inboxApi('PATCH /api/inbox/settings', { body: { timeZone: hereTimeZone() }, signal })
  },
  meta: { private: true },
})

/** Browsers that do not know it return an invalid zone such as Etc/Unknown. */
export function hereTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
