import { useQuery } from '@tanstack/react-query'
import type { ProjectPageAddition, ProjectPagePlace } from '#features/projects/web/project-points.ts'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { ProjectActions } from './list/ProjectActions.tsx'
import { TracksSkeleton } from './list/TracksSkeleton.tsx'
import { projectFacts } from './list/project-facts.ts'
import { tracksTabPoints } from './track-points.ts'
import { projectDetailsQuery } from './tracks.client.ts'

export const TrackViews = lazyPanel(
  () => loadWith(import('./list/TrackViews.tsx'), tracksTabPoints),
  <TracksSkeleton />,
)

/** A project's tracks: its first tab, their totals, and "Play all". */
export function useTracksOnProject({ project: { id } }: ProjectPagePlace): ProjectPageAddition {
  const { data: project } = useQuery(projectDetailsQuery(id))
  if (!project) return {}
  return {
    fact: projectFacts(project),
    actions: <ProjectActions project={project} />,
    tab: {
      name: 'tracks',
      label: projectStrings.tabs.tracks,
      count: project.tracks.filter(({ archivedAt }) => archivedAt === null).length,
      content: <TrackViews project={project} />,
    },
  }
}
