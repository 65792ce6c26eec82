import { useQueries, useQuery } from '@tanstack/react-query'
import { meQuery } from '#features/account/web/account.client.ts'
import type { MyTask } from '#features/tasks/tasks.contract.ts'
import { taskPolicy } from '#features/tasks/tasks.policy.ts'
import { MyTasksPage } from '#features/tasks/web/list/MyTasksPage.tsx'
import { LazyTaskDialog, useTaskDialogSoon } from '#features/tasks/web/dialog/lazy-task-dialog.ts'
import { taskSounds } from '#features/tasks/web/dialog/task-sounds.ts'
import { myTasksQuery } from '#features/tasks/web/tasks.client.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { allows } from '#shared/roles.ts'

/** The user's tasks of all projects. Loads the projects for their tracks' sound and for the dialog. */
export default function MyTasksSlot() {
  useTaskDialogSoon()
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
      renderDialog={(task, onClose) => <MyTaskDialog task={task} onClose={onClose} />}
    />
  )
}

function MyTaskDialog({ task, onClose }: { readonly task: MyTask; readonly onClose: () => void }) {
  const { data: project } = useQuery(projectDetailsQuery(task.projectId))
  return project ? (
    <LazyTaskDialog project={project} sounds={taskSounds(project)} task={task} onClose={onClose} />
  ) : null
}
