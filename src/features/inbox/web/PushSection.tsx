import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Laptop, Smartphone, Tablet, TriangleAlert } from 'lucide-react'
import { meQuery } from '#features/account/web/account.client.ts'
import { deviceName } from '#features/account/web/settings/device-name.ts'
import { deviceOf } from '#features/account/web/sign-in/device-words.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/form/Switch.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { PushDevice, PushFacts } from '../push.contract.ts'
import shared from './Notifications.module.css'
import styles from './Push.module.css'
import { pushKey } from './inbox.client.ts'
import { type PushHere, pushHere, switchPushOff, switchPushOn } from './push-here.ts'
import { pushApi, pushQuery } from './push.client.ts'
import { pushWords as strings } from './push.strings.ts'

const hereQuery = { queryKey: [...pushKey, 'here'], queryFn: pushHere, staleTime: 0, meta: { private: true } } as const

/** This browser's state: `on` only if both it and the server say so. */
function usePushHere({ publicKey, items: devices }: PushFacts) {
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
function useDeviceActions(name: string) {
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

const kinds = { desk: Laptop, phone: Smartphone, tablet: Tablet } as const

/** Push notifications in this browser, and on other devices. */
export default function PushSection() {
  const { data: facts, error, refetch, isFetching } = useQuery(pushQuery)
  return (
    <section className={shared.section}>
      <h2>{strings.heading}</h2>
      <p className={shared.dim}>{strings.words}</p>
      {facts ? (
        <>
          <HereSwitch facts={facts} />
          <DeviceList devices={facts.items} />
        </>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(strings.failed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
    </section>
  )
}

function HereSwitch({ facts }: { readonly facts: PushFacts }) {
  const { state, set, busy } = usePushHere(facts)
  const reason = whyNot(state)
  return (
    <>
      <Switch
        checked={state === 'on'}
        disabled={busy || state === undefined || reason !== undefined}
        aria-describedby={reason && 'push-why-not'}
        onCheckedChange={set}
      >
        {strings.here}
      </Switch>
      {reason && (
        <p id="push-why-not" className={shared.notice}>
          {reason}
        </p>
      )}
    </>
  )
}

/** What the user has to do first; undefined if the switch can be pressed. */
function whyNot(state: PushHere | undefined): string | undefined {
  if (state === 'denied') return text(strings.denied, { host: location.host })
  return state === 'insecure' || state === 'unsupported' ? strings[state] : undefined
}

function DeviceList({ devices }: { readonly devices: PushFacts['items'] }) {
  if (devices.length === 0) return null
  const ordered = devices.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <ul className={styles.list} aria-label={strings.devices}>
      {ordered.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  )
}

function DeviceRow({
  device: { id, userAgent, current, createdAt, lastUsedAt, failedAt },
}: {
  readonly device: PushDevice
}) {
  const name = deviceName(userAgent)
  const { test, remove } = useDeviceActions(name)
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={kinds[deviceOf(userAgent).kind]} />
      </span>
      <span className={styles.what}>
        <span className={styles.name} title={userAgent ?? undefined}>
          {name}
          {current && (
            <Chip tone="verified" icon={Check}>
              {strings.thisDevice}
            </Chip>
          )}
        </span>
        <span className={styles.meta}>
          {strings.since} <RelativeTime at={createdAt} />
          {lastUsedAt !== null && failedAt === null && (
            <>
              {' '}
              · {strings.reached} <RelativeTime at={lastUsedAt} />
            </>
          )}
        </span>
        {failedAt !== null && (
          <span className={styles.failing}>
            <Icon of={TriangleAlert} size={12} /> {strings.failing} <RelativeTime at={failedAt} />
          </span>
        )}
      </span>
      <span className={styles.does}>
        <Button
          size="small"
          busy={test.isPending}
          aria-label={text(strings.testOf, { device: name })}
          onClick={() => test.mutate(id)}
        >
          {strings.test}
        </Button>
        <Button
          size="small"
          tone="quiet"
          busy={remove.isPending}
          aria-label={text(strings.removeOf, { device: name })}
          onClick={() => remove.mutate({ deviceId: id, current })}
        >
          {strings.remove}
        </Button>
      </span>
    </li>
  )
}
