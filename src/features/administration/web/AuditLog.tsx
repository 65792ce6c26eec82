import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AuditEntry } from '#features/administration/audit.contract.ts'
import { auditTopics } from '#shared/audit-kinds.ts'
import { apiUrl } from '#web/api/api-url.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { FilterChip } from '#web/ui/mark/Chip.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Administration.module.css'
import { detailsOf, whoDid } from './audit-words.ts'
import { auditFilter, auditQuery, type AuditAsked } from './audit.client.ts'
import { auditStrings as strings } from './audit.strings.ts'

const spans = ['all', 'week', 'day'] as const
const everything = 'all'

interface AuditLogProps {
  /** Undefined for the whole server's log. */
  readonly organizationId?: string
}

/** The log of sensitive actions: newest first, by topic, person and time. */
export default function AuditLog({ organizationId }: AuditLogProps) {
  const [chosen, setChosen] = useState<Pick<AuditAsked, 'topic' | 'person' | 'span'>>({ span: 'all' })
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    auditQuery({ ...chosen, organizationId }),
  )
  const entries = data?.pages.flatMap((page) => page.items)
  const isFiltered = chosen.topic !== undefined || chosen.person !== undefined || chosen.span !== 'all'
  const topics = [
    { value: everything, label: strings.anything },
    ...auditTopics.map((value) => ({ value, label: strings.topics[value] ?? value })),
  ]
  return (
    <div className={styles.part}>
      <p className={styles.dim}>{organizationId === undefined ? strings.words : strings.organizationWords}</p>
      <div className={styles.tools}>
        <div className={styles.filters}>
          <Select
            label={strings.topic}
            labelHidden
            options={topics}
            value={chosen.topic ?? everything}
            onValueChange={(topic) => setChosen({ ...chosen, topic: topic === everything ? undefined : topic })}
          />
          <SegmentedControl
            label={strings.since}
            value={chosen.span}
            onValueChange={(span) => setChosen({ ...chosen, span })}
            segments={spans.map((value) => ({ value, label: strings.spans[value] }))}
          />
          {chosen.person && (
            <FilterChip
              label={text(strings.only, { name: chosen.person.name })}
              onRemove={() => setChosen({ ...chosen, person: undefined })}
            />
          )}
        </div>
        {organizationId === undefined && (
          <ButtonLink
            size="small"
            icon={Download}
            href={apiUrl('/api/admin/audit.csv', {}, auditFilter({ ...chosen }))}
          >
            {strings.export}
          </ButtonLink>
        )}
      </div>
      {entries ? (
        entries.length === 0 ? (
          <EmptyState icon={ScrollText} title={isFiltered ? strings.noneFound : strings.none}>
            {isFiltered ? undefined : strings.noneWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={strings.heading} aria-busy={isFetching && !isFetchingNextPage}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onPerson={(person) => setChosen({ ...chosen, person })} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(strings.failed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {strings.more}
          </Button>
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  readonly entry: AuditEntry
  readonly onPerson: (person: NonNullable<AuditAsked['person']>) => void
}

function Entry({ entry, onPerson }: EntryProps) {
  const { actor, kind, at } = entry
  const who = whoDid(entry)
  return (
    <li className={styles.entry}>
      <span className={styles.what}>
        <span>
          {actor ? (
            <button
              type="button"
              className={styles.person}
              title={text(strings.only, { name: who })}
              onClick={() => onPerson({ id: actor.id, name: who })}
            >
              {who}
            </button>
          ) : (
            <span className={styles.name}>{who}</span>
          )}{' '}
          {strings.kinds[kind]}
        </span>
        <span className={styles.meta}>{detailsOf(entry).join(' · ')}</span>
      </span>
      <span className={styles.meta}>
        <RelativeTime at={at} />
      </span>
    </li>
  )
}
