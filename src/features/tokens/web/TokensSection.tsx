import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { ApiToken } from '../tokens.contract.ts'
import styles from './Tokens.module.css'
import { tokenApi, tokensQuery } from './tokens.client.ts'
import { tokenStrings as strings } from './tokens.strings.ts'

const NewTokenDialog = lazyDialog(() => import('./NewTokenDialog.tsx'))

/** Account settings: tokens with which programs act for the user. */
export default function TokensSection() {
  const { data: tokens, error, refetch, isFetching } = useQuery(tokensQuery)
  const [making, setMaking] = useState(false)
  const make = (
    <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
      {strings.new}
    </Button>
  )
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{strings.heading}</h2>
        {tokens && tokens.length > 0 && make}
      </div>
      <p className={styles.dim}>{strings.words}</p>
      {!tokens &&
        (error ? (
          <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
            {text(strings.failed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <Skeleton height={60} />
            <Skeleton height={60} />
          </SkeletonGroup>
        ))}
      {tokens?.length === 0 && (
        <EmptyState icon={KeyRound} title={strings.emptyTitle} action={make}>
          {strings.emptyWords}
        </EmptyState>
      )}
      {tokens && tokens.length > 0 && (
        <ul className={styles.list} aria-label={strings.heading}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function TokenRow({ token }: { readonly token: ApiToken }) {
  const { id, name, ending, scopes, projects, expiresAt, expired, lastUsedAt } = token
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => tokenApi('DELETE /api/users/me/tokens/:tokenId', { params: { tokenId: id } }),
    onSuccess: () => {
      setAsking(false)
      queries.setQueryData(tokensQuery.queryKey, (before) => before?.filter((one) => one.id !== id))
      toast({ text: text(strings.revoked, { name }) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const where =
    projects === null ? strings.allProjects : projects.map((project) => project.name ?? strings.goneProject).join(', ')
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={KeyRound} />
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>
          {scopes.map((scope) => strings.scopes[scope]).join(', ')} · {where}
        </span>
        <span className={styles.meta}>
          {text(strings.ending, { ending })} ·{' '}
          {lastUsedAt === null ? (
            strings.never
          ) : (
            <>
              {strings.used} <RelativeTime at={lastUsedAt} />
            </>
          )}{' '}
          ·{' '}
          {expiresAt === null ? (
            strings.noExpiry
          ) : expired ? null : (
            <>
              {strings.expires} <RelativeTime at={expiresAt} ahead />
            </>
          )}
          {expired && (
            <Chip tone="warning" icon={TriangleAlert}>
              {strings.expired}
            </Chip>
          )}
        </span>
      </span>
      <Button
        size="small"
        aria-label={text(strings.revokeOf, { name })}
        onClick={() => {
          revoke.reset()
          setAsking(true)
        }}
      >
        {strings.revoke}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text(strings.revokeTitle, { name })}
        description={strings.revokeWords}
        confirmLabel={strings.revoke}
        cancelLabel={strings.keep}
        busy={revoke.isPending}
        error={revoke.error && text(strings.revokeFailed, { reason: reasonOf(revoke.error) })}
        onConfirm={() => revoke.mutate()}
      />
    </li>
  )
}
