import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.queries.ts'
import { TasksTab } from '#features/tasks/web/TasksTab.tsx'
import { projectHref } from './addresses.ts'
import type { ProjectSlotProps } from './screen-slots.tsx'
import { taskSounds } from './task-sounds.ts'
import { trackTransfers } from './track-transfers.ts'

export default function TasksSlot({ project }: ProjectSlotProps) {
  const { data: me } = useQuery(meQuery)
  return <TasksTab project={project} myId={me?.id ?? ''} sounds={taskSounds(project)} trackHref={(trackId) => projectHref(project.id, { trackId })} onUpload={trackTransfers(project).onUpload} />
}
