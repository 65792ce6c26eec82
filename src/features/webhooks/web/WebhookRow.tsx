import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Check,
  Ellipsis,
  KeyRound,
  Pencil,
  Power,
  Send,
  Trash2,
  TriangleAlert,
  Webhook as WebhookIcon,
} from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { Webhook } from '../webhooks.contract.ts'
import styles from './Webhooks.module.css'
import { callsIn, nameOf, type WebhookOwner } from './webhooks.client.ts'
import { webhooksKey } from './webhooks.live.ts'
import { webhookStrings as strings } from './webhooks.strings.ts'

const WebhookDialog = lazyDialog(() => import('./WebhookDialog.tsx'))
const DeliveriesDialog = lazyDialog(() => import('./DeliveriesDialog.tsx'))
const SecretDialog = lazyDialog(() => import('./SecretDialog.tsx'))

interface WebhookRowProps {
  readonly place: WebhookOwner
  readonly webhook: Webhook
}

type Shown = 'edit' | 'deliveries' | 'rotate' | 'delete'

export function WebhookRow({ place, webhook }: WebhookRowProps) {
  const { id, url, events, state } = webhook
  const name = nameOf(webhook)
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const calls = callsIn(place)
  const act = useAct()
  const remove = useMutation({
    mutationFn: () => calls.remove(id),
    onSuccess: () => {
      close()
      toast({ text: strings.deleted })
    },
    onSettled: useReadAgain(),
  })
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={WebhookIcon} />
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>{url}</span>
        <span className={styles.meta}>
          {text(strings.eventCount, { count: events.length })} · <Standing webhook={webhook} />
        </span>
      </span>
      <StateChip webhook={webhook} />
      <span className={styles.buttons}>
        <Button size="small" aria-label={text(strings.deliveriesOf, { name })} onClick={() => setShown('deliveries')}>
          {strings.deliveries}
        </Button>
        <Menu
          align="end"
          entries={[
            { kind: 'action', label: strings.edit, icon: Pencil, onSelect: () => setShown('edit') },
            {
              kind: 'action',
              label: strings.test,
              icon: Send,
              disabled: state === 'off',
              onSelect: () =>
                act.mutate(async () => {
                  await calls.test(id)
                  toast({ text: text(strings.tested, { name }) })
                }),
            },
            { kind: 'action', label: strings.rotate, icon: KeyRound, onSelect: () => setShown('rotate') },
            {
              kind: 'action',
              label: state === 'off' ? strings.switchOn : strings.switchOff,
              icon: Power,
              onSelect: () => act.mutate(() => calls.change(id, { on: state === 'off' })),
            },
            { kind: 'separator' },
            {
              kind: 'action',
              label: strings.delete,
              icon: Trash2,
              tone: 'danger',
              onSelect: () => {
                remove.reset()
                setShown('delete')
              },
            },
          ]}
        >
          <IconButton icon={Ellipsis} label={text(strings.more, { name })} />
        </Menu>
      </span>
      {shown === 'edit' && <WebhookDialog place={place} webhook={webhook} onClose={close} />}
      {shown === 'deliveries' && <DeliveriesDialog place={place} webhook={webhook} onClose={close} />}
      {shown === 'rotate' && <SecretDialog name={name} ask={() => calls.rotate(id)} onClose={close} />}
      <ConfirmDialog
        open={shown === 'delete'}
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title={text(strings.deleteTitle, { name })}
        description={strings.deleteWords}
        confirmLabel={strings.delete}
        cancelLabel={strings.keep}
        busy={remove.isPending}
        error={remove.error && text(strings.actionFailed, { reason: reasonOf(remove.error) })}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

function Standing({
  webhook: { state, offReason, failingSince, restingUntil, lastSuccessAt },
}: Pick<WebhookRowProps, 'webhook'>) {
  if (state === 'off') return strings.offReasons[offReason ?? 'person']
  if (state === 'failing' && failingSince !== null)
    return (
      <>
        {strings.failingSince} <RelativeTime at={failingSince} />
        {restingUntil !== null && (
          <>
            {' '}
            · {strings.nextTry} <RelativeTime ahead at={restingUntil} />
          </>
        )}
      </>
    )
  return lastSuccessAt === null ? (
    strings.unused
  ) : (
    <>
      {strings.delivered} <RelativeTime at={lastSuccessAt} />
    </>
  )
}

function StateChip({ webhook: { state } }: Pick<WebhookRowProps, 'webhook'>) {
  if (state === 'off')
    return (
      <Chip tone="outline" icon={Power}>
        {strings.off}
      </Chip>
    )
  return state === 'failing' ? (
    <Chip tone="warning" icon={TriangleAlert}>
      {strings.failing}
    </Chip>
  ) : (
    <Chip tone="verified" icon={Check}>
      {strings.working}
    </Chip>
  )
}

function useReadAgain() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: webhooksKey })
}

function useAct() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => toast({ tone: 'error', text: text(strings.actionFailed, { reason: reasonOf(error) }) }),
    onSettled: readAgain,
  })
}
