import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronRight, Clock, Send, X } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts'
import styles from './Webhooks.module.css'
import { callsIn, deliveriesQuery, nameOf, type WebhookOwner } from './webhooks.client.ts'
import { webhooksKey } from './webhooks.live.ts'
import { webhookStrings as strings } from './webhooks.strings.ts'

interface DeliveriesDialogProps {
  readonly place: WebhookOwner
  readonly webhook: Webhook
  readonly onClose: () => void
}

const looks = {
  waiting: { tone: 'outline', icon: Clock },
  delivered: { tone: 'verified', icon: Check },
  failed: { tone: 'danger', icon: X },
} as const

/** A webhook's deliveries: what was sent, and the answers. */
export default function DeliveriesDialog({ place, webhook, onClose }: DeliveriesDialogProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    deliveriesQuery(place, webhook.id),
  )
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (failure) => toast({ tone: 'error', text: text(strings.againFailed, { reason: reasonOf(failure) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  })
  const calls = callsIn(place)
  const items = data?.pages.flatMap((page) => page.items)
  const isOff = webhook.state === 'off'
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      size="sheet"
      title={text(strings.listTitle, { name: nameOf(webhook) })}
      footer={
        <Button
          icon={Send}
          disabled={isOff}
          busy={send.isPending}
          onClick={() => send.mutate(() => calls.test(webhook.id))}
        >
          {strings.test}
        </Button>
      }
    >
      {!items &&
        (error ? (
          <ErrorView error={error} onRetry={() => void refetch()}>
            {text(strings.listFailed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <Skeleton height={56} />
            <Skeleton height={56} />
          </SkeletonGroup>
        ))}
      {items?.length === 0 && (
        <EmptyState icon={Send} title={strings.listEmpty}>
          {strings.listEmptyWords}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ul className={styles.deliveries} aria-label={strings.deliveries}>
          {items.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              mayAgain={!isOff && !send.isPending}
              onAgain={() => send.mutate(() => calls.again(webhook.id, delivery.id))}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.showMore}
        </Button>
      )}
    </Dialog>
  )
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery
  readonly mayAgain: boolean
  readonly onAgain: () => void
}

function DeliveryRow({
  delivery: { event, state, attempts, status, trouble, durationMs, answer, payload, createdAt, nextAt },
  mayAgain,
  onAgain,
}: DeliveryRowProps) {
  const look = looks[state]
  const facts = [
    trouble !== null && trouble !== 'status' && strings.troubles[trouble],
    status !== null && text(strings.status, { status }),
    durationMs !== null && text(strings.took, { ms: durationMs }),
    attempts > 1 && text(strings.attempts, { count: attempts }),
  ]
  return (
    <li className={styles.delivery}>
      <details className={styles.details}>
        <summary className={styles.summary}>
          <span className={styles.turn}>
            <Icon of={ChevronRight} size={14} />
          </span>
          <span className={styles.event}>{event}</span>
          <Chip tone={look.tone} icon={look.icon}>
            {strings.states[state]}
          </Chip>
          <span className={styles.meta}>
            <RelativeTime at={createdAt} />
            {facts.filter((fact) => fact !== false).map((fact) => ` · ${fact}`)}
            {state === 'waiting' && attempts > 0 && nextAt !== null && (
              <>
                {' '}
                · {strings.nextTry} <RelativeTime ahead at={nextAt} />
              </>
            )}
          </span>
        </summary>
        <div className={styles.bodies}>
          <h3>{strings.sent}</h3>
          {/* Focusable, so that long lines can be scrolled by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.body} tabIndex={0}>
            {pretty(payload)}
          </pre>
          {status !== null && (
            <>
              <h3>{strings.answered}</h3>
              {answer ? (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                <pre className={styles.body} tabIndex={0}>
                  {answer}
                </pre>
              ) : (
                <p className={styles.dim}>{strings.noAnswer}</p>
              )}
            </>
          )}
        </div>
      </details>
      <Button
        size="small"
        disabled={!mayAgain || state === 'waiting'}
        aria-label={text(strings.againOf, { event })}
        onClick={onAgain}
      >
        {strings.again}
      </Button>
    </li>
  )
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
