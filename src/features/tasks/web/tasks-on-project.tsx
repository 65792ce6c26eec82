import { useQuery } from '@tanstack/react-query'
import type { ProjectPageAddition, ProjectPagePlace } from '#features/projects/web/project-points.ts'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import { trackFilesPoint } from '#features/tracks/web/track-points.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { TasksSkeleton } from './list/TasksSkeleton.tsx'

const ProjectTasks = lazyPanel(() => loadWith(import('./list/ProjectTasks.tsx'), [trackFilesPoint]), <TasksSkeleton />)

export function useTasksOnProject({ project: { id } }: ProjectPagePlace): ProjectPageAddition {
  const { data: project } = useQuery(projectDetailsQuery(id))
  if (!project) return {}
  return {
    tab: {
      name: 'tasks',
      label: projectStrings.tabs.tasks,
      count: project.openTaskCount,
      content: <ProjectTasks project={project} />,
    },
  }
}
