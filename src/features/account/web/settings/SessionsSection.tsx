import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Laptop, LockKeyhole, LogOut, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { sessionQuery } from '../account.client.ts'
import { accountStrings } from '../account.strings.ts'
import { accountMenuStrings } from '../account-menu.strings.ts'
import type { OwnSession } from '../sign-in/auth-answers.ts'
import { authCall } from '../auth-call.ts'
import { deviceName } from './device-name.ts'
import { deviceOf } from '../sign-in/device-words.ts'
import { askIdentity, needsIdentity } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { ownSessionsQuery } from './security.client.ts'
import { useSignOut } from '../use-account-menu.ts'
import styles from './Account.module.css'

const kinds = { desk: Laptop, phone: Smartphone, tablet: Tablet } as const

/** The user's sessions, this device first. */
export function SessionsSection() {
  const {
    data: sessions,
    error,
    refetch,
    isFetching,
  } = useQuery({ ...ownSessionsQuery, retry: (failures, reason) => failures < 2 && !needsIdentity(reason) })
  const confirm = async () => {
    if (await askIdentity()) await refetch()
  }
  return (
    <section className={styles.section}>
      <h2>{profileStrings.sessionsHeading}</h2>
      <p className={styles.dim}>{profileStrings.sessionsWords}</p>
      {error && needsIdentity(error) ? (
        <EmptyState
          icon={LockKeyhole}
          title={profileStrings.sessionsLocked}
          action={
            <Button tone="primary" onClick={() => void confirm()}>
              {profileStrings.confirm}
            </Button>
          }
        >
          {profileStrings.sessionsLockedWords}
        </EmptyState>
      ) : sessions ? (
        <SessionList sessions={sessions} />
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(profileStrings.sessionsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      <ThisDevice />
    </section>
  )
}

function SessionList({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  // Refetched: a sign-in by provider or link, or in another tab, may have replaced the session.
  const { data: session } = useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  const currentId = session?.session.id
  const ordered = sessions.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId))
  const others = useRevoke({
    call: () => authCall('/revoke-other-sessions', {}),
    kept: ({ id }) => id === currentId,
    said: profileStrings.othersRevoked,
  })
  return (
    <>
      <ul className={styles.list} aria-label={profileStrings.sessionsHeading}>
        {ordered.map((one) => (
          <SessionRow key={one.id} session={one} current={one.id === currentId} />
        ))}
      </ul>
      <div className={styles.actions}>
        {sessions.length > 1 ? (
          <Button busy={others.isPending} onClick={() => others.mutate()}>
            {profileStrings.revokeOthers}
          </Button>
        ) : (
          <p className={styles.said}>{profileStrings.noOthers}</p>
        )}
        <EverywhereButton />
      </div>
    </>
  )
}

function SessionRow({
  session: { id, token, ipAddress, userAgent, createdAt, updatedAt },
  current,
}: {
  readonly session: OwnSession
  readonly current: boolean
}) {
  const { kind } = deviceOf(userAgent)
  const device = deviceName(userAgent)
  const revoke = useRevoke({
    call: () => authCall('/revoke-session', { token }),
    kept: (one) => one.id !== id,
    said: text(profileStrings.revoked, { device }),
  })
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={kinds[kind]} />
      </span>
      <span className={styles.what}>
        <span className={styles.name} title={userAgent ?? undefined}>
          {device}
        </span>
        <span className={styles.meta}>
          {ipAddress ? <>{ipAddress} · </> : null}
          {profileStrings.lastUsed} <RelativeTime at={Date.parse(updatedAt)} /> · {profileStrings.signedIn}{' '}
          <RelativeTime at={Date.parse(createdAt)} />
        </span>
      </span>
      {current ? (
        <Chip tone="verified" icon={Check}>
          {profileStrings.thisDevice}
        </Chip>
      ) : (
        <Button
          size="small"
          busy={revoke.isPending}
          aria-label={text(profileStrings.revokeOf, { device })}
          onClick={() => revoke.mutate()}
        >
          {profileStrings.revoke}
        </Button>
      )}
    </li>
  )
}

interface Revocation {
  readonly call: () => Promise<unknown>
  /** Which sessions stay in the list. */
  readonly kept: (session: OwnSession) => boolean
  readonly said: string
}

function useRevoke({ call, kept, said }: Revocation) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      queries.setQueryData(ownSessionsQuery.queryKey, (before) => before?.filter(kept))
      toast({ text: said })
    },
    onError: (error) => toast({ tone: 'error', text: text(profileStrings.revokeFailed, { reason: reasonOf(error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
}

/** Signs out everywhere, including this device; the sign-in page follows. */
function EverywhereButton() {
  const [asking, setAsking] = useState(false)
  const { signOut } = useSignOut()
  const all = useMutation({ mutationFn: () => authCall('/revoke-sessions', {}), onSuccess: signOut })
  return (
    <>
      <Button
        tone="quiet"
        onClick={() => {
          all.reset()
          setAsking(true)
        }}
      >
        {profileStrings.revokeAll}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={profileStrings.revokeAllTitle}
        description={profileStrings.revokeAllWords}
        confirmLabel={profileStrings.revokeAll}
        cancelLabel={profileStrings.stay}
        busy={all.isPending}
        error={all.error && text(profileStrings.revokeFailed, { reason: reasonOf(all.error) })}
        onConfirm={() => all.mutate()}
      />
    </>
  )
}

function ThisDevice() {
  const { signOut, busy } = useSignOut()
  return (
    <div className={styles.part}>
      <h3>{accountStrings.leaveHeading}</h3>
      <p className={styles.dim}>{accountStrings.leaveWords}</p>
      <div>
        <Button icon={LogOut} busy={busy} onClick={signOut}>
          {accountMenuStrings.signOut}
        </Button>
      </div>
    </div>
  )
}
