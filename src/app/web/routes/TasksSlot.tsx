import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { meQuery } from '#features/account/web/account.queries.ts'
import { taskSounds } from '#features/tasks/web/task-sounds.ts'
import { TasksTab } from '#features/tasks/web/TasksTab.tsx'
import { useTrackFiles } from '#features/tracks/web/track-points.ts'
import { projectHref } from './addresses.ts'
import type { ProjectSlotProps } from './screen-slots.tsx'

export default function TasksSlot({ project }: ProjectSlotProps) {
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const taskId = useSearch({ from: '/main/', select: ({ task }) => task })
  const leaveTask = () => void navigate({ to: '/', search: { projectId: project.id, tab: 'tasks' }, replace: true })
  return (
    <TasksTab
      project={project}
      myId={me?.id ?? ''}
      sounds={taskSounds(project)}
      openId={taskId}
      onLeave={leaveTask}
      trackHref={(trackId) => projectHref(project.id, { trackId })}
      onUpload={useTrackFiles(project).onUpload}
    />
  )
}
