import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ProjectPage } from '#features/projects/web/ProjectPage.tsx'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { hasStatus } from '#web/api/failed-request.ts'
import { text } from '#web/i18n/text.ts'
import { HomeError, HomePending } from './HomeScreen.tsx'
import { projectTabs } from './home-search.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { screenSlots, type TrackSlotProps } from '../frame/screen-slots.tsx'
import { usePageHead } from '../use-page-head.ts'

/** A project, or one of its tracks. The loader has fetched its details; here they are kept current. */
export default function ProjectScreen({ projectId }: { readonly projectId: string }) {
  const { data: project, error, refetch } = useQuery(projectDetailsQuery(projectId))
  const { trackId, versionId, t, compare } = useSearch({ from: '/main/' })
  // Access may end while the page is open; then cached data must no longer be shown.
  if (error && (!project || hasStatus(error, 403, 404))) return <HomeError error={error} reset={() => void refetch()} />
  if (!project) return <HomePending />
  if (trackId !== undefined && compare !== undefined && screenSlots.ComparePage)
    return <screenSlots.ComparePage project={project} trackId={trackId} compare={compare} key={trackId} />
  if (trackId !== undefined && screenSlots.TrackPage)
    return <OpenTrack project={project} trackId={trackId} versionId={versionId} t={t} />
  return <OpenProject project={project} />
}

function OpenTrack(props: TrackSlotProps) {
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
  const showTab = (name: string) => {
    const next = projectTabs.find((one) => one === name) ?? 'tracks'
    void navigate({
      to: '/',
      search: { projectId: project.id, ...(next !== 'tracks' && { tab: next }) },
      replace: true,
    })
  }
  return <ProjectPage project={project} tab={tab} onTab={showTab} onLeave={() => navigate({ to: '/', search: {} })} />
}
