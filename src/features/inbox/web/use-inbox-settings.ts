import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { InboxSettings, InboxSettingsChange } from '../inbox.contract.ts'
import { notificationKinds } from '../notification-kinds.ts'
import { inboxApi, inboxSettingsQuery } from './inbox.client.ts'
import { settingsWords } from './notification-settings.strings.ts'

const { queryKey } = inboxSettingsQuery
const changes = ['inbox', 'settings-change'] as const

/** Notification settings. Optimistic; reverted if the server refuses. */
export function useInboxSettings() {
  const queries = useQueryClient()
  const { data: settings, error, refetch, isFetching } = useQuery({ ...inboxSettingsQuery, staleTime: 0 })
  const { mutate: change } = useMutation({
    mutationKey: changes,
    // In sequence, so that the last choice wins.
    scope: { id: changes.join() },
    mutationFn: (body: InboxSettingsChange) => inboxApi('PATCH /api/inbox/settings', { body }),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (held) => held && withChange(held, body))
    },
    onSuccess: (held) => {
      // A later change is already shown.
      if (queries.isMutating({ mutationKey: changes }) === 1) queries.setQueryData(queryKey, held)
    },
    onError: (failure) => {
      toast({ tone: 'error', text: text(settingsWords.changeFailed, { reason: reasonOf(failure) }) })
      return queries.invalidateQueries({ queryKey })
    },
  })
  return { settings, error, retry: () => void refetch(), retrying: isFetching, change }
}

function withChange(held: InboxSettings, { channels, quiet, digestAt, timeZone }: InboxSettingsChange): InboxSettings {
  const changed = Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...held.channels[kind], ...channels?.[kind] }]),
  )
  // Every kind is in the list, and every named field has a value, so the cast is safe.
  return {
    ...held,
    channels: changed as InboxSettings['channels'],
    quiet: quiet === undefined ? held.quiet : quiet,
    digestAt: digestAt ?? held.digestAt,
    timeZone: timeZone ?? held.timeZone,
  }
}
