import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { UserSettings } from '../../user-settings.contract.ts'
import { accountApi } from '../account-api.ts'
import { settingsQuery } from '../account.client.ts'
import { changeHeldSettings, type SettingsStep, withChange } from './settings-change.ts'

interface SettingsDesk {
  readonly settings: UserSettings | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Shown at once, taken back where the server refuses. What is set follows from what the server holds by then. */
  readonly change: (step: SettingsStep) => void
}

const { queryKey } = settingsQuery
const changes = ['settings', 'change'] as const
const server: Parameters<typeof changeHeldSettings>[0] = {
  read: () => accountApi('GET /api/users/me/settings'),
  write: (body) => accountApi('PATCH /api/users/me/settings', { body }),
}

/** What one has set for oneself, on whichever machine. */
export function useSettings(): SettingsDesk {
  const queries = useQueryClient()
  // Where settings are changed, those of the other machines are asked for anew.
  const { data: settings, error, refetch } = useQuery({ ...settingsQuery, staleTime: 0 })
  const { mutate } = useMutation({
    mutationKey: changes,
    // One after the other: each replaces a part as a whole, worked out from what the one before has left.
    scope: { id: changes.join() },
    mutationFn: (step: SettingsStep) => changeHeldSettings(server, step),
    onMutate: async (step) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before) queries.setQueryData(queryKey, withChange(before, step(before)))
      return { before }
    },
    onSuccess: (held) => {
      // A later change is shown already.
      if (queries.isMutating({ mutationKey: changes }) === 1) queries.setQueryData(queryKey, held)
    },
    onError: (failure, _step, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before)
      toast({ tone: 'error', text: reasonOf(failure) })
      void queries.invalidateQueries({ queryKey })
    },
  })
  return { settings, error, retry: () => void refetch(), change: mutate }
}
