import { useQuery } from '@tanstack/react-query'
import type { Project } from '#features/projects/projects.contract.ts'
import { projectPolicy } from '#features/projects/projects.policy.ts'
import { atLeast } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { InviteSection } from './InviteSection.tsx'
import { MemberTable } from './MemberTable.tsx'
import { OrganizationPeople } from './OrganizationPeople.tsx'
import { memberStrings } from './members.strings.ts'
import { membersQuery, projectPeopleQuery } from '../projects.client.ts'
import styles from './Members.module.css'

interface MembersTabProps {
  readonly project: Project
  readonly myId: string
  readonly onLeft: () => void | Promise<void>
}

export default function MembersTab({ project, myId, onLeft }: MembersTabProps) {
  const { data: members, error, refetch, isFetching } = useQuery(membersQuery(project.id))
  const { data: people = [] } = useQuery({
    ...projectPeopleQuery(project.id),
    enabled: project.organizationId !== null,
  })
  const leave = () => {
    toast({ text: text(memberStrings.left, { project: project.name }) })
    return onLeft()
  }
  if (!members)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(memberStrings.membersFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <MembersSkeleton />
    )
  return (
    <div className={styles.tab}>
      <MemberTable {...{ project, members, people, myId }} onLeft={leave} />
      <OrganizationPeople people={people} myId={myId} />
      {atLeast(project.role, projectPolicy['invite.manage']) && <InviteSection project={project} />}
    </div>
  )
}

function MembersSkeleton() {
  return (
    <SkeletonGroup>
      <SkeletonRows rows={3} face end={132} />
    </SkeletonGroup>
  )
}
