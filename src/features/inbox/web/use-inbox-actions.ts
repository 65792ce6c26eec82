import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { InboxItem } from '../inbox.contract.ts'
import type { NotificationKind } from '../notification-kinds.ts'
import { inboxStrings } from './inbox-page.strings.ts'
import { inboxApi, inboxCountQuery, inboxKey, inboxListsKey } from './inbox.client.ts'
import { muteStrings } from './mute.strings.ts'

type Lists = InfiniteData<{ readonly items: readonly InboxItem[]; readonly nextCursor: string | null }>

/** Marks as read or unread. Optimistic; a refused change is refetched. */
export function useInboxActions() {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: inboxKey })
  const onError = (error: Error) => {
    toast({ tone: 'error', text: text(muteStrings.changeFailed, { reason: reasonOf(error) }) })
    return readAgain()
  }
  const foresee = (change: (item: InboxItem) => InboxItem, unread: (count: number) => number) => {
    queries.setQueriesData<Lists>(
      { queryKey: inboxListsKey },
      (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
    )
    queries.setQueryData(
      inboxCountQuery.queryKey,
      (count) => count && { ...count, unread: Math.max(0, unread(count.unread)) },
    )
  }
  const { mutate: mark } = useMutation({
    // In sequence: of two quick changes, the later must reach the server last.
    scope: { id: [...inboxKey, 'read'].join(' ') },
    mutationFn: ({ item, read }: { item: InboxItem; read: boolean }) =>
      inboxApi('PUT /api/inbox/:notificationId/read', { params: { notificationId: item.id }, body: { read } }),
    onMutate: async ({ item, read }) => {
      await queries.cancelQueries({ queryKey: inboxKey })
      foresee(
        (one) => (one.id === item.id ? { ...one, readAt: read ? Date.now() : null } : one),
        (count) => count + (read ? -1 : 1),
      )
    },
    onError,
  })
  const { mutate: undoReadAll } = useMutation({
    mutationFn: (readAt: number) => inboxApi('POST /api/inbox/read-all/undo', { body: { readAt } }),
    onError,
    onSuccess: readAgain,
  })
  const { mutate: readAll, isPending: busy } = useMutation({
    mutationFn: (kind: NotificationKind | undefined) => inboxApi('POST /api/inbox/read-all', { body: { kind } }),
    onSuccess: ({ count, readAt }) => {
      toast({ text: text(inboxStrings.allRead, { count }), ...(count > 0 && { undo: () => undoReadAll(readAt) }) })
      return readAgain()
    },
    onError,
  })
  return {
    setRead: (item: InboxItem, read: boolean) => {
      if ((item.readAt !== null) !== read) mark({ item, read })
    },
    readAll,
    busy,
  }
}

export type InboxActions = ReturnType<typeof useInboxActions>
