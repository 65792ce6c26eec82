import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import type { ProjectUse, StorageSummary } from '#features/administration/administration.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from './Administration.module.css'
import type { QuotaOwner } from './QuotaDialog.tsx'
import { countedBytes, QuotaMeter } from './QuotaMeter.tsx'
import { kindsInWords, totalOf, UseBar, UseLegend } from './UseBar.tsx'
import { projectUsesQuery, storageSummaryQuery } from './administration.client.ts'
import { administrationStrings as strings } from './administration.strings.ts'
import { quotaStrings } from './quota.strings.ts'

const QuotaDialog = lazyDialog(() => import('./QuotaDialog.tsx'))

/** Use of storage: in total, by organization and by project. */
export default function AdminStorage() {
  const { data, error, refetch, isFetching } = useQuery(storageSummaryQuery)
  if (!data) {
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(strings.storageFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <div className={styles.part}>
          <Skeleton height={96} />
          <Skeleton height={200} />
        </div>
      </SkeletonGroup>
    )
  }
  return (
    <div className={styles.part}>
      <Whole summary={data} />
      {data.organizations.length > 0 && (
        <section className={styles.section}>
          <h2>{strings.organizations}</h2>
          <ul className={styles.list}>
            {data.organizations.map((one) => (
              <UseRow
                key={one.id}
                uses={one}
                owner={{
                  whose: 'organizations',
                  id: one.id,
                  name: one.name,
                  configuredBytes: data.configuredQuotas.organizationBytes,
                }}
                below={text(strings.projectCount, { count: one.projectCount })}
                of={largest(data.organizations)}
              />
            ))}
          </ul>
        </section>
      )}
      <Projects configuredBytes={data.configuredQuotas.projectBytes} />
    </div>
  )
}

function Whole({ summary }: { readonly summary: StorageSummary }) {
  const total = totalOf(summary)
  return (
    <section className={styles.section}>
      <p>
        <span className={styles.sum}>{text(strings.storageTotal, { size: formatBytes(total) })}</span>
        {summary.freeBytes !== null && (
          <span className={styles.meta}> · {text(strings.storageFree, { size: formatBytes(summary.freeBytes) })}</span>
        )}
      </p>
      <UseBar uses={summary} of={total} />
      <UseLegend uses={summary} />
      <p className={styles.meta}>
        {summary.countedAt === null ? (
          strings.notCounted
        ) : (
          <>
            {strings.countedAt} <RelativeTime at={summary.countedAt} />.
          </>
        )}
      </p>
    </section>
  )
}

function Projects({ configuredBytes }: { readonly configuredBytes: number | null }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(projectUsesQuery)
  const projects = data?.pages.flatMap((page) => page.items)
  return (
    <section className={styles.section}>
      <h2>{strings.projects}</h2>
      {projects ? (
        projects.length === 0 ? (
          <EmptyState icon={HardDrive} title={strings.noProjects}>
            {strings.noProjectsWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={strings.projects}>
            {projects.map((one) => (
              <UseRow
                key={one.id}
                uses={one}
                owner={{ whose: 'projects', id: one.id, name: one.name, configuredBytes }}
                below={belowOf(one)}
                of={largest(projects)}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(strings.storageFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={120} />
        </SkeletonGroup>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {strings.more}
          </Button>
        </div>
      )}
    </section>
  )
}

type Quotas = Pick<ProjectUse, 'quotaBytes' | 'ownQuotaBytes'>

interface UseRowProps {
  readonly owner: Pick<QuotaOwner, 'whose' | 'id' | 'name' | 'configuredBytes'>
  readonly uses: Parameters<typeof totalOf>[0] & Quotas
  readonly below: string
  /** The value of a full-length bar. */
  readonly of: number
}

function UseRow({ owner, uses, below, of }: UseRowProps) {
  const { name } = owner
  const [setting, setSetting] = useState(false)
  const usedBytes = countedBytes(uses)
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>{below}</span>
        {totalOf(uses) > 0 && <UseBar uses={uses} of={of} />}
        <QuotaMeter small name={name} usedBytes={usedBytes} quotaBytes={uses.quotaBytes} />
      </span>
      <span className={styles.amount}>{formatBytes(totalOf(uses))}</span>
      <Button
        size="small"
        className={styles.sideButton}
        aria-label={text(quotaStrings.changeOf, { name })}
        onClick={() => setSetting(true)}
      >
        {quotaStrings.change}
      </Button>
      {setting && (
        <QuotaDialog
          owner={{ ...owner, usedBytes, ownQuotaBytes: uses.ownQuotaBytes }}
          onClose={() => setSetting(false)}
        />
      )}
    </li>
  )
}

function largest(all: readonly Parameters<typeof totalOf>[0][]): number {
  return Math.max(1, ...all.map(totalOf))
}

function belowOf(project: ProjectUse): string {
  return [project.organizationName, project.deletedAt !== null && strings.inTrash, ...kindsInWords(project)]
    .filter(Boolean)
    .join(' · ')
}
