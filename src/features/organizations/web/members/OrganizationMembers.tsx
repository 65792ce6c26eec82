import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { OrganizationMemberRow } from './OrganizationMemberRow.tsx'
import type { OrganizationPartProps } from '../organization-part-props.ts'
import { organizationMembersQuery, organizationTeamsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import styles from '../Organization.module.css'

const InviteMemberDialog = lazyDialog(() => import('./InviteMemberDialog.tsx'))

/** In order of joining. A list, so that it also works on a phone. */
export function OrganizationMembers({
  organization,
  myId,
  onGone,
}: OrganizationPartProps & { readonly onGone: () => void }) {
  const { data: members, error, refetch, isFetching } = useQuery(organizationMembersQuery(organization.id))
  const { data: teams = [] } = useQuery(organizationTeamsQuery(organization.id))
  const [inviting, setInviting] = useState(false)
  const owners = members?.filter(({ roles }) => roles.includes('owner')).length ?? 0
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]))
  return (
    <section className={styles.section} aria-label={organizationStrings.members}>
      <header className={styles.head}>
        <p className={styles.dim}>{organizationStrings.membersHelp}</p>
        {organization.may.manageMembers && (
          <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {organizationStrings.invite}
          </Button>
        )}
      </header>
      {members ? (
        <ul className={styles.list} aria-label={organizationStrings.members}>
          {members.map((member) => (
            <OrganizationMemberRow
              key={member.id}
              {...{ organization, member, onGone }}
              me={member.person.id === myId}
              onlyOwner={owners === 1 && member.roles.includes('owner')}
              teamNames={member.teamIds.flatMap((id) => teamNames.get(id) ?? [])}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(organizationStrings.membersFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
      {inviting && <InviteMemberDialog organization={organization} onClose={() => setInviting(false)} />}
    </section>
  )
}
