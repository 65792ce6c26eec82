import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { PushFacts } from '../push.contract.ts'
import { pushKey } from './inbox.client.ts'
import { pushHere, switchPushOff, switchPushOn, type PushHere } from './push-here.ts'
import { pushApi } from './push.client.ts'
import { pushWords as strings } from './push.strings.ts'

const hereQuery = { queryKey: [...pushKey, 'here'], queryFn: pushHere, staleTime: 0, meta: { private: true } } as const

/** This browser's state: `on` only if both it and the server say so. */
export function usePushHere({ publicKey, items: devices }: PushFacts) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const { data: here } = useQuery(hereQuery)
  const current = devices.find((device) => device.current)
  const { mutate: set, isPending } = useMutation({
    mutationFn: async (on: boolean): Promise<PushHere | 'no-worker'> => {
      if (on) return switchPushOn(publicKey ?? '', me?.id ?? '')
      if (current) await pushApi('DELETE /api/push/devices/:deviceId', { params: { deviceId: current.id } })
      await switchPushOff()
      return 'off'
    },
    onSuccess: (state, on) => {
      if (on && state === 'off') toast({ tone: 'error', text: strings.notAsked })
      if (state === 'no-worker') toast({ tone: 'error', text: strings.noWorker })
    },
    onError: (error, on) =>
      toast({ tone: 'error', text: text(on ? strings.onFailed : strings.offFailed, { reason: reasonOf(error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  })
  const state = here === 'on' && !current ? 'off' : here
  return { state, set, busy: isPending }
}

/** For any of the user's devices. */
export function useDeviceActions(name: string) {
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: (deviceId: string) => pushApi('POST /api/push/devices/:deviceId/test', { params: { deviceId } }),
    onSuccess: () => toast({ text: text(strings.tested, { device: name }) }),
    onError: (error) => toast({ tone: 'error', text: text(strings.testFailed, { reason: reasonOf(error) }) }),
  })
  const remove = useMutation({
    mutationFn: async ({ deviceId, current }: { readonly deviceId: string; readonly current: boolean }) => {
      await pushApi('DELETE /api/push/devices/:deviceId', { params: { deviceId } })
      if (current) await switchPushOff()
    },
    onSuccess: () => toast({ text: text(strings.removed, { device: name }) }),
    onError: (error) => toast({ tone: 'error', text: text(strings.removeFailed, { reason: reasonOf(error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: pushKey }),
  })
  return { test, remove }
}
