import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { UserSettings } from '../../user-settings.contract.ts'
import { accountApi } from '../account-api.ts'
import { settingsQuery } from '../account.client.ts'
import { changeHeldSettings, type SettingsStep, withChange } from './settings-change.ts'

/** Optimistic; reverted if the server refuses. The change is computed from the server's present settings. */
type ChangeSettings = (step: SettingsStep) => void

interface EditableSettings {
  readonly settings: UserSettings | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly change: ChangeSettings
}

const { queryKey } = settingsQuery
const changes = ['settings', 'change'] as const
const server: Parameters<typeof changeHeldSettings>[0] = {
  read: () => accountApi('GET /api/users/me/settings'),
  write: (body) => accountApi('PATCH /api/users/me/settings', { body }),
}

/** The user's settings, shared by all of their machines. */
export function useSettings(): EditableSettings {
  // Refetched wherever settings can be changed, because another machine may have changed them.
  const { data: settings, error, refetch } = useQuery({ ...settingsQuery, staleTime: 0 })
  return { settings, error, retry: () => void refetch(), change: useSettingsChange() }
}

export function useSettingsChange(): ChangeSettings {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: changes,
    // Run in sequence: each replaces a part as a whole, computed from the result of the one before.
    scope: { id: changes.join() },
    mutationFn: (step: SettingsStep) => changeHeldSettings(server, step),
    onMutate: async (step) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before) queries.setQueryData(queryKey, withChange(before, step(before)))
      return { before }
    },
    onSuccess: (held) => {
      // A later change is already shown.
      if (queries.isMutating({ mutationKey: changes }) === 1) queries.setQueryData(queryKey, held)
    },
    onError: (failure, _step, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before)
      toast({ tone: 'error', text: reasonOf(failure) })
      void queries.invalidateQueries({ queryKey })
    },
  })
  return mutate
}
