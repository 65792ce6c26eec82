import { useQuery } from '@tanstack/react-query'
import { Building2, Plus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hasStatus } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { TabLinks } from '#web/ui/list/Tabs.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import styles from './Organization.module.css'
import { OrganizationGeneral } from './OrganizationGeneral.tsx'
import { OrganizationProjects } from './OrganizationProjects.tsx'
import { OrganizationInvitations } from './members/OrganizationInvitations.tsx'
import { OrganizationMembers } from './members/OrganizationMembers.tsx'
import { TeamCard } from './members/TeamCard.tsx'
import type { OrganizationPartProps } from './organization-part-props.ts'
import { type OrganizationPartAddition, organizationPartPoint } from './organization-points.ts'
import { organizationMembersQuery, organizationQuery, organizationTeamsQuery } from './organizations.client.ts'
import { organizationStrings } from './organizations.strings.ts'

const TeamDialog = lazyDialog(() => import('./members/TeamDialog.tsx'))

function OrganizationTeams({ organization }: OrganizationPartProps) {
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

const ownParts = ['general', 'projects', 'members', 'teams', 'invitations'] as const

interface OrganizationPageProps {
  readonly organizationId: string
  /** From the URL; undefined for the first. */
  readonly part: string | undefined
  readonly myId: string
  /** Shown if there is no such part. */
  readonly missing: ReactNode
  /** Leaves the page after the user has left the organization or deleted it. */
  readonly onGone: () => void
}

export function OrganizationPage({ organizationId, part = 'general', myId, missing, onGone }: OrganizationPageProps) {
  const added = organizationPartPoint.useParts(undefined)
  const { data: organization, error, refetch, isFetching } = useQuery(organizationQuery(organizationId))
  const lost = hasStatus(error, 403, 404)
  if (![...ownParts, ...added.map(({ name }) => name)].includes(part)) return missing
  return (
    <>
      <TopBar crumbs={[{ label: organization?.name ?? '' }]} />
      <PageBody>
        {organization && !lost ? (
          <Parts {...{ organization, part, myId, added, onGone }} />
        ) : lost ? (
          <EmptyState
            icon={Building2}
            title={organizationStrings.goneTitle}
            action={<ButtonLink href="/">{organizationStrings.back}</ButtonLink>}
          >
            {organizationStrings.goneWords}
          </EmptyState>
        ) : error ? (
          <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
            {text(organizationStrings.failed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <SkeletonGroup>
            <div className={styles.page}>
              <Skeleton width={200} height={26} />
              <Skeleton height={40} />
              <Skeleton height={120} />
            </div>
          </SkeletonGroup>
        )}
      </PageBody>
    </>
  )
}

function Parts({
  organization,
  part,
  myId,
  added,
  onGone,
}: OrganizationPartProps &
  Pick<OrganizationPageProps, 'onGone'> & {
    readonly part: string
    readonly added: readonly OrganizationPartAddition[]
  }) {
  const { id, name, memberCount, projectCount, may } = organization
  const tabs = [
    ...ownParts.map((name) => ({ name, label: organizationStrings.parts[name] })),
    ...(may.edit ? added : []),
  ].map(({ name, label }) => ({
    label,
    href: name === 'general' ? `/organization/${id}` : `/organization/${id}/${name}`,
    current: name === part,
    ...(name === 'members' && { count: memberCount }),
    ...(name === 'projects' && may.edit && { count: projectCount }),
  }))
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{name}</h1>
        <TabLinks label={text(organizationStrings.sections, { name })} tabs={tabs} />
      </header>
      {part === 'general' && <OrganizationGeneral organization={organization} onGone={onGone} />}
      {part === 'projects' && <OrganizationProjects organization={organization} />}
      {part === 'members' && <OrganizationMembers organization={organization} myId={myId} onGone={onGone} />}
      {part === 'teams' && <OrganizationTeams organization={organization} myId={myId} />}
      {part === 'invitations' && <OrganizationInvitations organization={organization} />}
      {may.edit && added.find(({ name }) => name === part)?.content(id)}
    </div>
  )
}
