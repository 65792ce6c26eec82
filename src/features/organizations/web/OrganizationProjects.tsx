import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import type { OrganizationProject } from '#features/organizations/organizations.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import styles from './Organization.module.css'
import type { OrganizationPartProps } from './organization-part-props.ts'
import { organizationProjectsQuery, organizationTeamsQuery } from './organizations.client.ts'
import { organizationStrings } from './organizations.strings.ts'

/**
 * The organization's projects, and what its members may do in them: all for owners and admins, visible ones for others.
 */
export function OrganizationProjects({ organization: { id, may } }: Pick<OrganizationPartProps, 'organization'>) {
  const { data: projects, error, refetch, isFetching } = useQuery(organizationProjectsQuery(id))
  const { data: teams = [] } = useQuery(organizationTeamsQuery(id))
  const teamNames = new Map(teams.map((team) => [team.id, team.name]))
  return (
    <section className={styles.section} aria-label={organizationStrings.projects}>
      <p className={styles.dim}>
        {may.edit ? organizationStrings.projectsHelp : organizationStrings.projectsHelpMember}
      </p>
      {projects ? (
        projects.length === 0 ? (
          <EmptyState
            icon={FolderOpen}
            title={organizationStrings.noProjects}
            action={<ButtonLink href="/">{organizationStrings.back}</ButtonLink>}
          >
            {organizationStrings.noProjectsWords}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={organizationStrings.projects}>
            {projects.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                teamName={project.teamId === null ? undefined : teamNames.get(project.teamId)}
                mayChange={may.edit}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
          {text(organizationStrings.projectsFailed, { reason: reasonOf(error) })}
        </ErrorView>
      ) : (
        <SkeletonGroup>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      )}
    </section>
  )
}

interface ProjectRowProps {
  readonly project: OrganizationProject
  readonly teamName: string | undefined
  /** Owners and admins of an organization own its projects. */
  readonly mayChange: boolean
}

function ProjectRow({ project, teamName, mayChange }: ProjectRowProps) {
  const { id, name, updatedAt } = project
  const to = (tab?: string) => `/?${new URLSearchParams({ projectId: id, ...(tab && { tab }) })}`
  return (
    <li className={styles.row}>
      <ProjectCover id={id} size={40} />
      <span className={styles.who}>
        <span className={styles.name}>
          <UiLink className={styles.open} href={to()}>
            {name}
          </UiLink>
        </span>
        <span className={styles.meta}>
          {accessWords(project, teamName)} · {organizationStrings.changed} <RelativeTime at={updatedAt} />
        </span>
      </span>
      {mayChange && (
        <ButtonLink size="small" href={to('settings')} aria-label={text(organizationStrings.accessOf, { name })}>
          {organizationStrings.access}
        </ButtonLink>
      )}
    </li>
  )
}

/** "Mixing may edit, without downloads". */
function accessWords(
  { organizationRole, organizationMayDownload }: OrganizationProject,
  teamName: string | undefined,
): string {
  if (organizationRole === null) return organizationStrings.ownersOnly
  const label = text(organizationStrings.roleIn[organizationRole], { who: teamName ?? organizationStrings.allMembers })
  return organizationMayDownload ? label : `${label}, ${organizationStrings.noDownloads}`
}
