import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Loader, RotateCw, TriangleAlert, Wrench, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { JobFacts } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatDateTime, formatRelative } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip, type ChipTone } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { accountApi } from './account-api.ts'
import { accountStrings } from './account.strings.ts'
import { jobsKey, jobsQuery, type JobState } from './admin.queries.ts'
import styles from './Admin.module.css'

const shown = ['all', 'dead', 'active', 'ready', 'done'] as const
const looks: Readonly<Record<JobState, { readonly tone: ChipTone, readonly icon: LucideIcon }>> = {
  ready: { tone: 'plain', icon: Clock },
  active: { tone: 'open', icon: Loader },
  done: { tone: 'verified', icon: Check },
  dead: { tone: 'danger', icon: TriangleAlert },
}

export function AdminJobs() {
  const [state, setState] = useState<JobState | 'all'>('all')
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(jobsQuery(state))
  const jobs = data?.pages.flatMap((page) => page.items)
  return (
    <div className={styles.part}>
      <div><SegmentedControl label={accountStrings.jobShown} value={state} onValueChange={setState}
        segments={shown.map((value) => ({ value, label: value === 'all' ? accountStrings.allJobs : accountStrings.jobStates[value] }))} /></div>
      {jobs
        ? jobs.length === 0
          ? <EmptyState icon={Wrench} title={state === 'dead' ? accountStrings.noDeadJobs : accountStrings.noJobs}>{accountStrings.noJobsWords}</EmptyState>
          : <ul className={styles.list} aria-label={accountStrings.jobs}>{jobs.map((job) => <JobRow key={job.id} job={job} />)}</ul>
        : error
          ? <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>{text(accountStrings.jobsFailed, { reason: reasonOf(error) })}</ErrorView>
          : <SkeletonGroup><Skeleton height={40} /></SkeletonGroup>}
      {hasNextPage && <div><Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>{accountStrings.more}</Button></div>}
    </div>
  )
}

function JobRow({ job }: { readonly job: JobFacts }) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => accountApi('POST /api/admin/jobs/:jobId/retry', { params: { jobId: job.id } }),
    onSuccess: async () => {
      toast({ text: accountStrings.retried })
      await queries.invalidateQueries({ queryKey: jobsKey })
    },
    onError: (error) => toast({ tone: 'error', text: text(accountStrings.retryFailed, { reason: reasonOf(error) }) }),
  })
  const { tone, icon } = looks[job.state]
  const tries = text(accountStrings.attempts, { count: job.attempts, most: job.maxAttempts })
  return (
    <li className={styles.job}>
      <span className={styles.state}><Chip tone={tone} icon={icon}>{accountStrings.jobStates[job.state]}</Chip></span>
      <span className={styles.what}>
        <span className={styles.kind}>{job.kind}</span>
        <span className={styles.meta}>{tries} · <time title={formatDateTime(job.createdAt)}>{formatRelative(job.createdAt)}</time></span>
        {job.lastError !== null && <span className={styles.error}>{job.lastError}</span>}
      </span>
      {job.state === 'dead' && <Button size="small" icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate()}>{accountStrings.retry}</Button>}
    </li>
  )
}
