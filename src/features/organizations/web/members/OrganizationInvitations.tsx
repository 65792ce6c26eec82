import { useQuery } from '@tanstack/react-query'
import { MailPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import type { ListedInvitation } from '../organization-call.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { invitationsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import styles from '../Organization.module.css'

const InviteMemberDialog = lazyDialog(() => import('./InviteMemberDialog.tsx'))
/** Older ones are of no use. */
const mostEarlier = 20

export function OrganizationInvitations({ organization }: { readonly organization: Organization }) {
  const { data: invitations, error, refetch, isFetching } = useQuery(invitationsQuery(organization.id))
  const [inviting, setInviting] = useState(false)
  const newestFirst = invitations?.toSorted((a, b) => Date.parse(b.expiresAt) - Date.parse(a.expiresAt)) ?? []
  const open = newestFirst.filter(({ status }) => status === 'pending')
  const earlier = newestFirst.filter(({ status }) => status !== 'pending').slice(0, mostEarlier)
  const rows = (some: readonly ListedInvitation[]) =>
    some.map((invitation, index) => (
      <InvitationRow
        key={invitation.id ?? `${invitation.email}-${index}`}
        organization={organization}
        invitation={invitation}
      />
    ))
  return (
    <section className={styles.section} aria-label={organizationStrings.invitations}>
      <header className={styles.head}>
        <p className={styles.dim}>{organizationStrings.invitationsHelp}</p>
        {organization.may.manageMembers && (
          <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {organizationStrings.invite}
          </Button>
        )}
      </header>
      {invitations ? (
        open.length === 0 ? (
          <EmptyState icon={MailPlus} title={organizationStrings.noInvitations}>
            {organizationStrings.noInvitationsWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={organizationStrings.invitations}>
            {rows(open)}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(organizationStrings.invitationsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {earlier.length > 0 && (
        <>
          <h2>{organizationStrings.earlier}</h2>
          <ul className={styles.list} aria-label={organizationStrings.earlier}>
            {rows(earlier)}
          </ul>
        </>
      )}
      {inviting && <InviteMemberDialog organization={organization} onClose={() => setInviting(false)} />}
    </section>
  )
}
