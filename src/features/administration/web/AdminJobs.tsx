import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Loader, type LucideIcon, RotateCw, TriangleAlert, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { JobFacts } from '#features/administration/administration.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Chip, type ChipTone } from '#web/ui/mark/Chip.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Administration.module.css'
import { administrationApi, healthQuery, jobsKey, jobsQuery, type ListedJobState } from './administration.client.ts'
import { administrationStrings as strings } from './administration.strings.ts'

const shown = ['all', 'dead', 'active', 'ready', 'done'] as const
const looks: Readonly<Record<ListedJobState, { readonly tone: ChipTone; readonly icon: LucideIcon }>> = {
  ready: { tone: 'plain', icon: Clock },
  active: { tone: 'open', icon: Loader },
  done: { tone: 'verified', icon: Check },
  dead: { tone: 'danger', icon: TriangleAlert },
}

interface AdminJobsProps {
  readonly state: ListedJobState | 'all'
  readonly onState: (state: ListedJobState | 'all') => void
}

export function AdminJobs({ state, onState }: AdminJobsProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    jobsQuery(state),
  )
  const { data: health } = useQuery(healthQuery)
  const jobs = data?.pages.flatMap((page) => page.items)
  const counts: Readonly<Partial<Record<(typeof shown)[number], number>>> = health
    ? { dead: health.queue.dead, active: health.queue.active, ready: health.queue.ready + health.queue.planned }
    : {}
  const label = (value: (typeof shown)[number]) => {
    const count = counts[value] ?? 0
    return `${value === 'all' ? strings.allJobs : strings.jobStates[value]}${count > 0 ? ` ${count}` : ''}`
  }
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <SegmentedControl
          label={strings.jobShown}
          value={state}
          onValueChange={onState}
          segments={shown.map((value) => ({ value, label: label(value) }))}
        />
        {(health?.queue.dead ?? 0) > 0 && <RetryAll />}
      </div>
      {jobs ? (
        jobs.length === 0 ? (
          <EmptyState icon={Wrench} title={state === 'dead' ? strings.noDeadJobs : strings.noJobs}>
            {strings.noJobsWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={strings.jobs}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(strings.jobsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={40} />
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

/** Refetches lists and counts of jobs. */
function useJobsAgain() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: jobsKey }),
      queries.invalidateQueries({ queryKey: healthQuery.queryKey }),
    ])
}

function RetryAll() {
  const readAgain = useJobsAgain()
  const retry = useMutation({
    mutationFn: () => administrationApi('POST /api/admin/jobs/retry'),
    onSuccess: ({ count }) => {
      toast({ text: text(strings.retriedAll, { count }) })
      return readAgain()
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.retryAllFailed, { reason: reasonOf(error) }) }),
  })
  return (
    <Button size="small" icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate()}>
      {strings.retryAll}
    </Button>
  )
}

function JobRow({
  job: { id: jobId, kind, state, attempts, maxAttempts, lastError, runAt, createdAt, finishedAt },
}: {
  readonly job: JobFacts
}) {
  const { tone, icon } = looks[state]
  return (
    <li className={styles.line}>
      <span className={styles.state}>
        <Chip tone={tone} icon={icon}>
          {strings.jobStates[state]}
        </Chip>
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{kind}</span>
        <span className={styles.meta}>
          {text(strings.attempts, { count: attempts, most: maxAttempts })} ·{' '}
          <RelativeTime at={finishedAt ?? createdAt} />
          {state === 'ready' && (
            <>
              {' '}
              · {strings.due} <RelativeTime ahead at={runAt} />
            </>
          )}
        </span>
        {lastError !== null && <span className={styles.error}>{lastError}</span>}
      </span>
      {state === 'dead' && <DeadJobButtons jobId={jobId} kind={kind} />}
    </li>
  )
}

function DeadJobButtons({ jobId, kind }: { readonly jobId: string; readonly kind: string }) {
  const [asking, setAsking] = useState(false)
  const readAgain = useJobsAgain()
  const params = { jobId }
  const retry = useMutation({
    mutationFn: () => administrationApi('POST /api/admin/jobs/:jobId/retry', { params }),
    onSuccess: () => {
      toast({ text: strings.retried })
      return readAgain()
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.retryFailed, { reason: reasonOf(error) }) }),
  })
  const discard = useMutation({
    mutationFn: () => administrationApi('DELETE /api/admin/jobs/:jobId', { params }),
    onSuccess: () => {
      setAsking(false)
      toast({ text: strings.discarded })
      return readAgain()
    },
  })
  return (
    <span className={styles.buttons}>
      <Button
        size="small"
        icon={RotateCw}
        busy={retry.isPending}
        aria-label={text(strings.retryOf, { kind })}
        onClick={() => retry.mutate()}
      >
        {strings.retry}
      </Button>
      <Button
        size="small"
        tone="quiet"
        aria-label={text(strings.discardOf, { kind })}
        onClick={() => {
          discard.reset()
          setAsking(true)
        }}
      >
        {strings.discard}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={strings.discardTitle}
        description={strings.discardWords}
        confirmLabel={strings.discard}
        cancelLabel={strings.keep}
        busy={discard.isPending}
        error={discard.error && text(strings.jobFailed, { reason: reasonOf(discard.error) })}
        onConfirm={() => discard.mutate()}
      />
    </span>
  )
}
