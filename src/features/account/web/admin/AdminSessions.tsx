import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { AdminSession } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { accountApi } from '../account-api.ts'
import { sessionQuery } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { adminSessionsQuery } from './admin.client.ts'
import { adminStrings } from './admin.strings.ts'
import { deviceName } from '../settings/device-name.ts'
import styles from './Admin.module.css'

/** All sessions on the server, last used first. */
export default function AdminSessions() {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(adminSessionsQuery)
  const { data: own } = useQuery(sessionQuery)
  const sessions = data?.pages.flatMap((page) => page.items)
  return (
    <div className={styles.part}>
      <p className={styles.dim}>{adminStrings.sessionsWords}</p>
      {sessions ? (
        sessions.length === 0 ? (
          <EmptyState icon={LockKeyhole} title={adminStrings.noSessions} />
        ) : (
          <ul className={styles.list} aria-label={adminStrings.sessions}>
            {sessions.map((one) => (
              <SessionLine key={one.id} session={one} current={one.id === own?.session.id} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(adminStrings.sessionsFailed, { reason: reasonOf(error) })}
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
            {accountStrings.more}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The admin's own session ends by signing out instead. */
function SessionLine({
  session: {
    id: sessionId,
    person: { name, image },
    address,
    userAgent,
    createdAt,
    lastUsedAt,
  },
  current,
}: {
  readonly session: AdminSession
  readonly current: boolean
}) {
  const queries = useQueryClient()
  const device = deviceName(userAgent)
  const end = useMutation({
    mutationFn: () => accountApi('DELETE /api/admin/sessions/:sessionId', { params: { sessionId } }),
    onSuccess: () => {
      toast({ text: text(adminStrings.sessionEnded, { name, device }) })
      return queries.invalidateQueries({ queryKey: adminSessionsQuery.queryKey })
    },
    onError: (error) => toast({ tone: 'error', text: text(adminStrings.sessionFailed, { reason: reasonOf(error) }) }),
  })
  return (
    <li className={styles.person}>
      <Avatar person={{ name, imageUrl: image, colour: 1 }} size="large" decorative />
      <span className={styles.what}>
        <span className={styles.kind}>{name}</span>
        <span className={styles.meta}>
          {device}
          {address !== null && <> · {address}</>}
        </span>
        <span className={styles.meta}>
          {adminStrings.used} <RelativeTime at={lastUsedAt} /> · {adminStrings.began} <RelativeTime at={createdAt} />
        </span>
      </span>
      {current ? (
        <Chip>{adminStrings.thisSession}</Chip>
      ) : (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={text(adminStrings.endOf, { name, device })}
          onClick={() => end.mutate()}
        >
          {adminStrings.end}
        </Button>
      )}
    </li>
  )
}
