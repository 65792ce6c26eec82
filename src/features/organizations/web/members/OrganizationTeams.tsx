import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import type { OrganizationPartProps } from '../organization-part-props.ts'
import { organizationMembersQuery, organizationTeamsQuery } from '../organizations.client.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { TeamCard } from './TeamCard.tsx'
import styles from '../Organization.module.css'

const TeamDialog = lazyDialog(() => import('./TeamDialog.tsx'))

export function OrganizationTeams({ organization }: OrganizationPartProps) {
  const { data: teams, error, refetch, isFetching } = useQuery(organizationTeamsQuery(organization.id))
  const { data: members = [] } = useQuery(organizationMembersQuery(organization.id))
  const [creating, setCreating] = useState(false)
  return (
    <section className={styles.section} aria-label={organizationStrings.teams}>
      <header className={styles.head}>
        <p className={styles.dim}>{organizationStrings.teamsHelp}</p>
        {organization.may.manageTeams && (
          <Button tone="primary" icon={Plus} onClick={() => setCreating(true)}>
            {organizationStrings.newTeam}
          </Button>
        )}
      </header>
      {teams ? (
        teams.length === 0 ? (
          <EmptyState icon={Users} title={organizationStrings.noTeams}>
            {organizationStrings.noTeamsWords}
          </EmptyState>
        ) : (
          <ul className={styles.teams} aria-label={organizationStrings.teams}>
            {teams.map((team) => (
              <TeamCard key={team.id} {...{ organization, team, members }} last={teams.length === 1} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(organizationStrings.teamsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={96} />
        </SkeletonGroup>
      )}
      {creating && <TeamDialog organizationId={organization.id} onClose={() => setCreating(false)} />}
    </section>
  )
}
