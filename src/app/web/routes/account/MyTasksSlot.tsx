import { useQueries, useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import type { MyTask } from '#features/tasks/tasks.contract.ts'
import { taskPolicy } from '#features/tasks/tasks.policy.ts'
import { MyTasksPage } from '#features/tasks/web/list/MyTasksPage.tsx'
import { LazyTaskSide, useTaskPanelSoon } from '#features/tasks/web/panel/lazy-task-panel.ts'
import { taskSounds } from '#features/tasks/web/dialog/task-sounds.ts'
import type { TaskActions } from '#features/tasks/web/use-task-actions.ts'
import { useTasks } from '#features/tasks/web/use-tasks.ts'
import { myTasksQuery } from '#features/tasks/web/tasks.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { allows } from '#shared/roles.ts'

/** The user's tasks of all projects. Loads the projects for their tracks' sound and for the panel. */
export default function MyTasksSlot() {
  useTaskPanelSoon()
  const { data: me } = useQuery(meQuery)
  const { data: open = [] } = useQuery(myTasksQuery(false))
  // The page fetches it when it is shown.
  const { data: done = [] } = useQuery({ ...myTasksQuery(true), enabled: false })
  const projectIds = [...new Set([...open, ...done].map(({ projectId }) => projectId))]
  const projects = useQueries({ queries: projectIds.map((projectId) => projectDetailsQuery(projectId)) }).flatMap(
    ({ data }) => data ?? [],
  )
  const sounds = new Map(projects.flatMap((project) => [...taskSounds(project)]))
  const projectOf = (projectId: string) => projects.find(({ id }) => id === projectId)
  const mayEdit = (projectId: string) => {
    const project = projectOf(projectId)
    // While the role is unknown, for example offline, changes are queued and the server decides.
    return project === undefined || allows(project, taskPolicy['task.edit'])
  }
  return (
    <MyTasksPage
      myId={me?.id ?? ''}
      sounds={sounds}
      mayEdit={mayEdit}
      membersOf={(projectId) => projectOf(projectId)?.members ?? []}
      renderPanel={(task, actions, onClose) => <MyTaskPanel key={task.id} {...{ task, actions, onClose }} />}
    />
  )
}

interface MyTaskPanelProps {
  readonly task: MyTask
  readonly actions: TaskActions
  readonly onClose: () => void
}

/** Also once it has left the list, because it is done or somebody else's. */
function MyTaskPanel({ task, actions, onClose }: MyTaskPanelProps) {
  const { data: project } = useQuery(projectDetailsQuery(task.projectId))
  const { data: tasks } = useTasks(task.projectId)
  const now = tasks?.find(({ id }) => id === task.id) ?? task
  return project ? (
    <LazyTaskSide project={project} task={now} sounds={taskSounds(project)} actions={actions} onClose={onClose} />
  ) : null
}
