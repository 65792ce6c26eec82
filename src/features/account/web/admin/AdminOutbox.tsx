import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Mail } from 'lucide-react'
import { useState } from 'react'
import type { OutboxMail } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatAgo, formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { accountStrings } from '../account.strings.ts'
import { outboxQuery } from './admin.client.ts'
import { linkedWords } from './linked-words.ts'
import styles from './Admin.module.css'

/** Mails that were kept instead of sent, with working links. */
export default function AdminOutbox() {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(outboxQuery)
  const mails = data?.pages.flatMap((page) => page.items)
  if (!mails) {
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(accountStrings.mailsFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <div className={styles.part}>
          <Skeleton height={40} />
        </div>
      </SkeletonGroup>
    )
  }
  if (mails.length === 0)
    return (
      <EmptyState icon={Mail} title={accountStrings.noMails}>
        {accountStrings.noMailsWords}
      </EmptyState>
    )
  return (
    <div className={styles.part}>
      <ul className={classNames(styles.list, styles.mails)} aria-label={accountStrings.outbox}>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {accountStrings.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function MailRow({ mail: { to, subject, text: words, sentAt } }: { readonly mail: OutboxMail }) {
  const [open, setOpen] = useState(false)
  const at = Date.parse(sentAt)
  return (
    <li className={styles.mail}>
      <button type="button" className={styles.mailHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon of={open ? ChevronDown : ChevronRight} />
        <span className={styles.what}>
          <span className={styles.kind}>{subject}</span>
          <span className={styles.meta}>{text(accountStrings.mailTo, { to })}</span>
        </span>
        <time className={styles.meta} title={formatDateTime(at)}>
          {formatAgo(at)}
        </time>
      </button>
      {open && (
        <p className={styles.letter}>
          {linkedWords(words).map(({ text: part, href }, index) =>
            href === undefined ? (
              part
            ) : (
              <a key={index} href={href} className={styles.link}>
                {part}
              </a>
            ),
          )}
        </p>
      )}
    </li>
  )
}
