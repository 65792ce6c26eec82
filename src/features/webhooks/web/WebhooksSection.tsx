import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasStatus } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import styles from './Webhooks.module.css'
import { type WebhookOwner, webhooksQuery } from './webhooks.client.ts'
import { webhookStrings as strings } from './webhooks.strings.ts'

const WebhookDialog = lazyDialog(() => import('./WebhookDialog.tsx'))

interface WebhooksSectionProps {
  readonly place: WebhookOwner
  /** Links to other webhooks that receive the same events. */
  readonly also?: ReactNode
}

/** Settings of a project or an organization: webhooks to other programs. */
export default function WebhooksSection({ place, also }: WebhooksSectionProps) {
  const { data: webhooks, error, refetch, isFetching } = useQuery(webhooksQuery(place))
  const [making, setMaking] = useState(false)
  const make = (
    <Button icon={Plus} onClick={() => setMaking(true)}>
      {strings.new}
    </Button>
  )
  if (hasStatus(error, 403))
    return (
      <section className={styles.section}>
        <h2>{strings.heading}</h2>
        <p className={styles.dim}>{strings.notYours}</p>
      </section>
    )
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{strings.heading}</h2>
        {webhooks && webhooks.length > 0 && make}
      </div>
      <p className={styles.dim}>
        {'projectId' in place ? strings.projectWords : strings.organizationWords} {also}
      </p>
      {!webhooks &&
        (error ? (
          <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
            {text(strings.failed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <Skeleton height={60} />
          </SkeletonGroup>
        ))}
      {webhooks?.length === 0 && (
        <EmptyState icon={WebhookIcon} title={strings.emptyTitle} action={make}>
          {strings.emptyWords}
        </EmptyState>
      )}
      {webhooks && webhooks.length > 0 && (
        <ul className={styles.list} aria-label={strings.heading}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} place={place} webhook={webhook} />
          ))}
        </ul>
      )}
      {making && <WebhookDialog place={place} onClose={() => setMaking(false)} />}
    </section>
  )
}
