import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { InviteRow } from './InviteRow.tsx'
import { memberStrings } from './members.strings.ts'
import { invitesQuery } from '../projects.client.ts'
import { useAnswerRequest, useResendInvite, useRevokeInvite } from './use-invite-actions.ts'
import styles from './Members.module.css'

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'))

/** The project's valid invite links. */
export function InviteSection({ project }: { readonly project: Project }) {
  const [inviting, setInviting] = useState(false)
  const { data: invites, error, refetch, isFetching } = useQuery(invitesQuery(project.id))
  const resend = useResendInvite(project.id)
  const revoke = useRevokeInvite(project.id)
  const answer = useAnswerRequest(project.id)
  return (
    <section className={styles.section} aria-label={memberStrings.invites}>
      <header className={styles.head}>
        <div>
          <h2>{memberStrings.invites}</h2>
          <p className={styles.meta}>{memberStrings.invitesWords}</p>
        </div>
        <Button icon={UserPlus} onClick={() => setInviting(true)}>
          {memberStrings.invite}
        </Button>
      </header>
      {invites ? (
        invites.length === 0 ? (
          <EmptyState icon={UserPlus} title={memberStrings.noInvites}>
            {memberStrings.noInvitesWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={memberStrings.invites}>
            {invites.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                onResend={() => resend(invite)}
                onRevoke={() => revoke(invite)}
                onAnswer={(letIn) => answer({ invite, letIn })}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(memberStrings.invitesFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <SkeletonRows rows={1} />
        </SkeletonGroup>
      )}
      {inviting && <InviteDialog project={project} onClose={() => setInviting(false)} />}
    </section>
  )
}
