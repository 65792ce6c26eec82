import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Farewell } from '#features/account/account.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { AccountPartProps } from './account-part-props.ts'
import { accountApi } from '../account-api.ts'
import { accessStrings } from '../sign-in/access.strings.ts'
import { isProven } from './identity-check.ts'
import { noteLeaving } from './leaving.ts'
import { profileStrings } from './profile.strings.ts'
import { farewellQuery, linkedAccountsQuery } from './security.client.ts'
import styles from './Account.module.css'

const DeleteAccountDialog = lazyDialog(() => import('./DeleteAccountDialog.tsx'))

/** What is deleted with the account, what stays, and the button to delete it. */
export function DeleteSection({
  me,
  facts,
  again,
  onAgainOver,
}: AccountPartProps & { readonly again: boolean; readonly onAgainOver: () => void }) {
  const { data: farewell, error, refetch, isFetching } = useQuery(farewellQuery)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [mailed, setMailed] = useState(false)
  const byMail = facts.account.deleteByMail
  const { data: ways } = useQuery(linkedAccountsQuery)
  // The final dialog asks for a password, and a mailed link confirms by itself.
  const asksItself = byMail || ways?.some(({ provider }) => provider === 'credential') === true
  const ask = useMutation({
    mutationFn: async () => asksItself || isProven(queries, facts, 'delete'),
    onSuccess: setAsking,
    onError: (reason) => toast({ tone: 'error', text: reasonOf(reason) }),
  })
  const isBack = again && ways !== undefined && ask.isIdle
  useEffect(() => {
    if (isBack) ask.mutate()
  })
  const close = () => {
    setAsking(false)
    onAgainOver()
  }
  const mailIsOut = () => {
    noteLeaving(me.id)
    close()
    setMailed(true)
  }
  return (
    <section className={styles.section}>
      <h2>{profileStrings.deleteHeading}</h2>
      <p className={styles.dim}>
        {profileStrings.deleteWords}
        {byMail && ` ${text(profileStrings.deleteByMail, { email: me.email })}`}
      </p>
      {farewell ? (
        <>
          {!farewell.confirmed && <OnlyOwner farewell={farewell} />}
          {mailed ? (
            <output className={styles.notice}>
              {text(profileStrings.deleteSent, { email: me.email })}
              {!facts.mail && ` ${accessStrings.noMailServer}`}
            </output>
          ) : (
            <div>
              <Button
                tone="danger"
                busy={ask.isPending}
                disabled={!farewell.confirmed || (!byMail && ways === undefined)}
                onClick={() => ask.mutate()}
              >
                {profileStrings.deleteAccount}
              </Button>
            </div>
          )}
        </>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(profileStrings.farewellFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={60} />
        </SkeletonGroup>
      )}
      {asking && farewell && (
        <DeleteAccountDialog byMail={byMail} farewell={farewell} onClose={close} onMailed={mailIsOut} />
      )}
    </section>
  )
}

/** Projects and organizations without another owner: each needs a new owner, or the user agrees to delete it. */
function OnlyOwner({ farewell: { projects, organizations } }: { readonly farewell: Farewell }) {
  const queries = useQueryClient()
  const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id)
  const agree = useMutation({
    mutationFn: () =>
      accountApi('POST /api/users/me/farewell', {
        body: { projectIds: idsOf(projects), organizationIds: idsOf(organizations) },
      }),
    onSuccess: (now) => queries.setQueryData(farewellQuery.queryKey, now),
    onError: (error) => toast({ tone: 'error', text: reasonOf(error) }),
  })
  return (
    <div className={styles.notice}>
      <p>{profileStrings.onlyOwner}</p>
      <OwnedList
        label={profileStrings.farewellOrganizations}
        things={organizations}
        hrefOf={(id) => `/organization/${id}/members`}
      />
      <OwnedList
        label={profileStrings.farewellProjects}
        things={projects}
        hrefOf={(id) => `/?projectId=${id}&tab=members`}
      />
      <div>
        <Button busy={agree.isPending} onClick={() => agree.mutate()}>
          {text(profileStrings.deleteThem, { count: projects.length + organizations.length })}
        </Button>
      </div>
    </div>
  )
}

interface OwnedListProps {
  readonly label: string
  readonly things: Farewell['projects']
  readonly hrefOf: (id: string) => string
}

function OwnedList({ label, things, hrefOf }: OwnedListProps) {
  if (things.length === 0) return null
  return (
    <div>
      <h3>{label}</h3>
      <ul className={styles.list} aria-label={label}>
        {things.map(({ id, name, otherMembers }) => (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.name}>{name}</span>
              <span className={styles.meta}>{text(profileStrings.others, { count: otherMembers })}</span>
            </span>
            {otherMembers > 0 && (
              <ButtonLink size="small" href={hrefOf(id)}>
                {profileStrings.handOver}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
