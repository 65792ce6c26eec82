import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { meQuery } from '#features/account/web/account.queries.ts'
import { useAwaitedApprovals } from '#features/approvals/web/use-awaited-approvals.ts'
import { ProjectPage, type ProjectPanel } from '#features/projects/web/ProjectPage.tsx'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/project-details.query.ts'
import { projectFacts } from '#features/tracks/web/project-facts.ts'
import { hasStatus } from '#web/api/failed-request.ts'
import { text } from '#web/i18n/text.ts'
import { Late } from '#web/ui/lazy-part.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { memberColour } from '#features/projects/web/member-colour.ts'
import { HomeError, HomePending } from './HomeScreen.tsx'
import type { ProjectTab } from './home-search.ts'
import { mainStrings } from './main.strings.ts'
import { screenSlots, type TrackPageProps } from './screen-slots.tsx'
import { usePageHead } from './use-page-head.ts'

const BelongingTabSlot = lazy(async () => ({ default: (await import('./BelongingSlot.tsx')).BelongingTabSlot }))
const ActivityTab = lazy(async () => ({
  default: (await import('#features/activity/web/ActivityTab.tsx')).ActivityTab,
}))
const MembersTab = lazy(async () => ({ default: (await import('#features/projects/web/MembersTab.tsx')).MembersTab }))
const ProjectSettingsTab = lazy(async () => ({
  default: (await import('#features/projects/web/ProjectSettingsTab.tsx')).ProjectSettingsTab,
}))
const ProjectStorageSlot = lazy(() => import('./ProjectStorageSlot.tsx'))
const WebhooksSlot = lazy(() => import('./WebhooksSlot.tsx'))

/** A project, or one of its tracks. The loader has its details; here they are kept current. */
export default function ProjectScreen({ projectId }: { readonly projectId: string }) {
  const { data: project, error, refetch } = useQuery(projectDetailsQuery(projectId))
  const { trackId, versionId, t, compare } = useSearch({ from: '/main/' })
  // Access may end while the page is open; what was read before is not shown any longer then.
  if (error && (!project || hasStatus(error, 403, 404))) return <HomeError error={error} reset={() => void refetch()} />
  if (!project) return <HomePending />
  if (trackId !== undefined && compare !== undefined && screenSlots.ComparePage)
    return <screenSlots.ComparePage project={project} trackId={trackId} compare={compare} key={trackId} />
  if (trackId !== undefined && screenSlots.TrackPage)
    return <OpenTrack project={project} trackId={trackId} versionId={versionId} t={t} />
  return <OpenProject project={project} />
}

function OpenTrack(props: TrackPageProps) {
  const { project, trackId } = props
  const track = project.tracks.find(({ id }) => id === trackId)
  usePageHead(
    track ? text(mainStrings.trackTitle, { track: track.title, project: project.name }) : project.name,
    text(mainStrings.projectDescription, { name: project.name }),
  )
  const { TrackPage } = screenSlots
  return TrackPage ? <TrackPage {...props} /> : null
}

function OpenProject({ project }: { readonly project: ProjectDetails }) {
  usePageHead(project.name, text(mainStrings.projectDescription, { name: project.name }))
  const navigate = useNavigate()
  const { tab = 'tracks' } = useSearch({ from: '/main/' })
  const showTab = (next: ProjectTab) =>
    void navigate({
      to: '/',
      search: { projectId: project.id, ...(next !== 'tracks' && { tab: next }) },
      replace: true,
    })
  const leave = () => navigate({ to: '/', search: {} })
  const { ProjectActions } = screenSlots
  const { awaitingMe } = useAwaitedApprovals(project.id)
  const facts = [
    projectFacts(project),
    awaitingMe.size > 0 && text(projectStrings.waitsForYou, { count: awaitingMe.size }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <ProjectPage
      project={project}
      facts={facts}
      tab={tab}
      onTab={showTab}
      onLeave={leave}
      actions={ProjectActions && <ProjectActions project={project} />}
      panels={usePanels(project, leave)}
    />
  )
}

function PanelShape() {
  return (
    <SkeletonGroup>
      <SkeletonRows face />
    </SkeletonGroup>
  )
}

function usePanels(project: ProjectDetails, onLeave: () => Promise<void>): readonly ProjectPanel[] {
  const { data: me } = useQuery(meQuery)
  const { TracksTab, TasksTab } = screenSlots
  const people = project.members.map(({ person: { id, name }, joinOrder }) => ({
    id,
    name,
    colour: memberColour(joinOrder),
  }))
  return [
    ...(TracksTab
      ? [
          {
            name: 'tracks',
            count: project.tracks.filter(({ archivedAt }) => archivedAt === null).length,
            content: <TracksTab project={project} />,
          } as const,
        ]
      : []),
    ...(TasksTab
      ? [{ name: 'tasks', count: project.openTaskCount, content: <TasksTab project={project} /> } as const]
      : []),
    {
      name: 'activity',
      content: (
        <Late missing="shown" shape={<PanelShape />}>
          <ActivityTab projectId={project.id} people={people} />
        </Late>
      ),
    },
    {
      name: 'members',
      count: project.members.length,
      content: (
        <Late missing="shown" shape={<PanelShape />}>
          <MembersTab project={project} myId={me?.id ?? ''} onLeft={onLeave} />
        </Late>
      ),
    },
    {
      name: 'settings',
      content: (
        <Late missing="shown" shape={<PanelShape />}>
          <ProjectSettingsTab
            project={project}
            onDeleted={onLeave}
            belonging={<BelongingTabSlot project={project} />}
            storage={<ProjectStorageSlot project={project} />}
            webhooks={<WebhooksSlot project={project} />}
          />
        </Late>
      ),
    },
  ]
}
