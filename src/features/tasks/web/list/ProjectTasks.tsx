import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { meQuery } from '#features/account/web/account.client.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { useTrackFiles } from '#features/tracks/web/track-points.ts'
import { taskSounds } from '../dialog/task-sounds.ts'
import { TasksTab } from './TasksTab.tsx'

/** The tasks tab, and the task in the URL. */
export default function ProjectTasks({ project }: { readonly project: ProjectDetails }) {
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const taskId = useSearch({ strict: false, select: ({ task }) => task })
  const { onUpload } = useTrackFiles(project)
  return (
    <TasksTab
      project={project}
      myId={me?.id ?? ''}
      sounds={taskSounds(project)}
      openId={taskId}
      onLeave={() => void navigate({ to: '/', search: { projectId: project.id, tab: 'tasks' }, replace: true })}
      trackHref={(trackId) => trackHref(project.id, trackId)}
      onUpload={onUpload}
    />
  )
}
