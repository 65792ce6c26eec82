import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import { isTimeZone } from '../inbox-times.ts'
import type { inboxRoutes } from '../inbox.contract.ts'
import type { NotificationKind } from '../notification-kinds.ts'

export const inboxApi = client<typeof inboxRoutes>()

/** Everything of the inbox begins with this key, and every list with the next. */
export const inboxKey = ['inbox'] as const
export const inboxListsKey = [...inboxKey, 'list'] as const
/** Devices that show pushes. */
export const pushKey = [...inboxKey, 'push'] as const

export interface InboxView {
  readonly kind?: NotificationKind | undefined
  readonly unread: boolean
}

/** Newest first, by pages. */
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

/** The first to ask says where one is: clocks of mails follow the person, not the server. */
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

/** Browsers that cannot tell name a zone that nobody knows, such as Etc/Unknown. */
export function hereTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}
