import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Link2, Link2Off, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ServerFacts } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { LinkedAccount } from '../sign-in/auth-answers.ts'
import { authCall } from '../auth-call.ts'
import { authWords } from '../sign-in/auth-words.ts'
import { freshly } from './identity-check.ts'
import { profileStrings } from './profile.strings.ts'
import { linkedAccountsQuery } from './security.client.ts'
import { useAuthCall } from '../use-auth-call.ts'
import styles from './Account.module.css'

interface LinkedAccountsProps {
  readonly facts: ServerFacts
  readonly again: string | undefined
  readonly onAgainOver: () => void
}

/** Providers linked to the account. Renders nothing if the server offers none and none is linked. */
export function LinkedAccounts({ facts, again, onAgainOver }: LinkedAccountsProps) {
  const { data: ways, error, refetch, isFetching } = useQuery(linkedAccountsQuery)
  const {
    methods: { social },
    account: { unlinkLast },
  } = facts
  const linked = ways ?? []
  const offered = social.filter(({ id }) => linked.every(({ provider }) => provider !== id))
  if (ways && social.length === 0 && linked.every(({ provider }) => provider === 'credential')) return null
  const nameOf = (provider: string) =>
    provider === 'credential'
      ? profileStrings.passwordWay
      : (social.find(({ id }) => id === provider)?.name ?? provider)
  return (
    <section className={styles.section}>
      <h2>{profileStrings.linkedHeading}</h2>
      <p className={styles.dim}>{profileStrings.linkedWords}</p>
      {ways ? (
        <ul className={styles.list} aria-label={profileStrings.linkedHeading}>
          {ways.map((way) => (
            <WayRow
              key={way.id}
              way={way}
              name={nameOf(way.provider)}
              only={ways.length === 1 && !unlinkLast}
              again={again === `unlink-${way.provider}`}
              onAgainOver={onAgainOver}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(profileStrings.linkedFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {ways && offered.length > 0 && (
        <div className={styles.actions}>
          {offered.map(({ id, name }) => (
            <LinkButton key={id} provider={id} name={name} />
          ))}
        </div>
      )}
    </section>
  )
}

interface WayRowProps {
  readonly way: LinkedAccount
  readonly name: string
  readonly only: boolean
  readonly again: boolean
  readonly onAgainOver: () => void
}

function WayRow({ way, name, only, again, onAgainOver }: WayRowProps) {
  const [asking, setAsking] = useState(again && !only)
  const queries = useQueryClient()
  const ask = (asks: boolean) => {
    setAsking(asks)
    if (!asks) onAgainOver()
  }
  const unlink = useMutation({
    mutationFn: () =>
      freshly(`unlink-${way.provider}`, () =>
        authCall('/unlink-account', { providerId: way.provider, accountId: way.accountId }),
      ),
    onSuccess: () => {
      ask(false)
      toast({ text: text(profileStrings.unlinked, { name }) })
      return queries.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey })
    },
  })
  const password = way.provider === 'credential'
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={password ? KeyRound : Link2} />
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>
          {profileStrings.linkedSince} <RelativeTime at={Date.parse(way.createdAt)} />
          {only && ` · ${profileStrings.lastWay}`}
        </span>
      </span>
      {!password && !only && (
        <Button
          size="small"
          icon={Link2Off}
          aria-label={text(profileStrings.unlinkOf, { name })}
          onClick={() => {
            unlink.reset()
            ask(true)
          }}
        >
          {profileStrings.unlink}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={text(profileStrings.unlinkTitle, { name })}
        description={text(profileStrings.unlinkWords, { name })}
        confirmLabel={profileStrings.unlink}
        cancelLabel={profileStrings.unlinkKeep}
        busy={unlink.isPending}
        error={unlink.error && authWords(unlink.error)}
        onConfirm={() => unlink.mutate()}
      />
    </li>
  )
}

function LinkButton({ provider, name }: { readonly provider: string; readonly name: string }) {
  const link = useAuthCall('/link-social')
  const place = '/account/sign-in'
  const go = () =>
    link.mutate(
      { provider, callbackURL: place, errorCallbackURL: place },
      {
        onError: (error) =>
          toast({ tone: 'error', text: text(profileStrings.linkFailed, { name, reason: authWords(error) }) }),
      },
    )
  return (
    <Button icon={Plus} busy={link.isPending || link.isSuccess} onClick={go}>
      {text(profileStrings.link, { name })}
    </Button>
  )
}
