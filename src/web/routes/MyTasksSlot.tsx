import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { meQuery } from '#features/account/web/account.queries.ts'
import type { MyTask } from '#features/tasks/tasks.contract.ts'
import { MyTasksPage } from '#features/tasks/web/MyTasksPage.tsx'
import { myTasksQuery } from '#features/tasks/web/tasks.queries.ts'
import { projectDetailsQuery } from '#features/tracks/web/project-details.query.ts'
import { taskSounds } from './task-sounds.ts'

const TaskDialog = lazy(() => import('#features/tasks/web/TaskDialog.tsx'))

/** One's tasks of all projects. Projects are read for what their tracks sound like and for the dialog. */
export default function MyTasksSlot() {
  const { data: me } = useQuery(meQuery)
  const { data: open = [] } = useQuery(myTasksQuery(false))
  const projectIds = [...new Set(open.map(({ projectId }) => projectId))]
  const projects = useQueries({ queries: projectIds.map((projectId) => projectDetailsQuery(projectId)) }).flatMap(({ data }) => data ?? [])
  const sounds = new Map(projects.flatMap((project) => [...taskSounds(project)]))
  return <MyTasksPage myId={me?.id ?? ''} sounds={sounds} membersOf={(projectId) => projects.find(({ id }) => id === projectId)?.members ?? []} renderDialog={(task, onClose) => <Suspense><MyTaskDialog task={task} onClose={onClose} /></Suspense>} />
}

function MyTaskDialog({ task, onClose }: { readonly task: MyTask, readonly onClose: () => void }) {
  const { data: project } = useQuery(projectDetailsQuery(task.projectId))
  return project ? <TaskDialog project={project} sounds={taskSounds(project)} task={task} onClose={onClose} /> : null
}
