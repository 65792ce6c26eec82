import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { useAllOutgoing } from '#web/outbox/use-outgoing.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { LongList } from '#web/ui/list/LongList.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { PageWithSide } from '#web/ui/page/PageWithSide.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import type { MyTask, Task } from '../../tasks.contract.ts'
import styles from './MyTasksPage.module.css'
import { focusTask } from './focus-task.ts'
import { SelectionTools } from './SelectionTools.tsx'
import { TaskRow } from './TaskRow.tsx'
import { myTasksAfter } from './my-pending-tasks.ts'
import type { TaskSounds } from '../dialog/task-sound.ts'
import { myTasksQuery, tasksQuery } from '../tasks.client.ts'
import { taskStrings } from '../tasks.strings.ts'
import { useAssigning } from '../dialog/use-assigning.tsx'
import { type TaskActions, useTaskActions } from '../use-task-actions.ts'
import { useTaskListKeys } from './use-task-list-keys.ts'
import { useTaskSelection } from './use-task-selection.ts'

interface MyTasksPageProps {
  readonly myId: string
  /** What the tasks of each project play, by track id. */
  readonly sounds: TaskSounds
  readonly mayEdit: (projectId: string) => boolean
  readonly membersOf: (projectId: string) => readonly Membership[]
  /** A task's panel; it needs the whole project. */
  readonly renderPanel: (task: MyTask, actions: TaskActions, onClose: () => void) => ReactNode
}

/** All tasks assigned to the user, over all projects, by due date. */
export function MyTasksPage({ myId, sounds, mayEdit, membersOf, renderPanel }: MyTasksPageProps) {
  const [done, setDone] = useState(false)
  const [editing, setEditing] = useState<MyTask | null>(null)
  const { data: tasks, isRead, error, refetch, isFetching } = useMyTasks(myId, done)
  const prefixOf = (task: Task) => tasks?.find(({ id }) => id === task.id)?.taskPrefix ?? ''
  const actions = useTaskActions(prefixOf)
  const selection = useTaskSelection(tasks ?? [])
  const assigning = useAssigning(actions)
  useTaskListKeys(false)
  const [wanted, setWanted] = useState<string>()
  const followFocus = useFollowFocus('data-task')
  const follow = (taskId: string) => {
    setWanted(taskId)
    followFocus(taskId)
  }
  const places = new Map((tasks ?? []).map(({ id }, at) => [id, at]))
  const edit = (task: Task) => setEditing(tasks?.find(({ id }) => id === task.id) ?? null)
  const close = () => {
    setEditing(null)
    if (editing) focusTask(editing.id)
  }
  return (
    <>
      <TopBar crumbs={[{ label: taskStrings.mineTitle }]}>
        <SegmentedControl
          label={taskStrings.state}
          value={done ? 'done' : 'open'}
          onValueChange={(value) => setDone(value === 'done')}
          segments={[
            { value: 'open', label: taskStrings.mineOpen },
            { value: 'done', label: taskStrings.mineDone },
          ]}
        />
      </TopBar>
      <PageWithSide>
        <PageBody>
          <h1 className={styles.title}>{taskStrings.mineTitle}</h1>
          {!tasks && !error && (
            <SkeletonGroup>
              <SkeletonRows />
            </SkeletonGroup>
          )}
          {!isRead && error && (
            <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>
              {text(taskStrings.mineFailed, { reason: reasonOf(error) })}
            </ErrorView>
          )}
          {tasks?.length === 0 && (
            <EmptyState icon={CircleCheck} title={taskStrings.mineEmpty}>
              {taskStrings.mineEmptyWords}
            </EmptyState>
          )}
          {tasks && <SelectionTools tasks={tasks} selection={selection} actions={actions} onAssign={assigning.ask} />}
          <LongList items={tasks ?? []} rowHeight={45} keepId={wanted}>
            {(task) => {
              const index = places.get(task.id) ?? -1
              return (
                <TaskRow
                  key={stableKey(task.id)}
                  task={task}
                  prefix={task.taskPrefix}
                  members={membersOf(task.projectId)}
                  sounds={sounds}
                  actions={actions}
                  mayEdit={mayEdit(task.projectId)}
                  onEdit={edit}
                  openId={editing?.id}
                  selection={selection}
                  onAssign={assigning.ask}
                  where={[task.projectName, task.trackTitle].filter(Boolean).join(' · ')}
                  onFollow={follow}
                  previousId={tasks?.[index - 1]?.id}
                  nextId={tasks?.[index + 1]?.id}
                />
              )
            }}
          </LongList>
          {assigning.dialog(membersOf(assigning.projectId ?? ''), '')}
          {editing && renderPanel(editing, actions, close)}
        </PageBody>
      </PageWithSide>
    </>
  )
}

/** Tasks assigned to the user in every project, with queued changes applied. */
function useMyTasks(myId: string, done: boolean) {
  const queries = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(myTasksQuery(done))
  const changes = useAllOutgoing()
  const tasks = useMemo(() => {
    const named = (task: Task): MyTask | undefined => {
      const project = queries.getQueryData(projectDetailsQuery(task.projectId).queryKey)
      return (
        project && {
          ...task,
          projectName: project.name,
          taskPrefix: project.taskPrefix,
          trackTitle: project.tracks.find(({ id }) => id === task.trackId)?.title ?? null,
        }
      )
    }
    const othersOf = (projectId: string) => [
      ...(queries.getQueryData(tasksQuery(projectId).queryKey) ?? []).flatMap((task) => named(task) ?? []),
      ...(queries.getQueryData(myTasksQuery(!done).queryKey) ?? []).filter((task) => task.projectId === projectId),
    ]
    if (data || !error) return data && myTasksAfter(data, changes, { myId, done, othersOf, named })
    // As in a project: queued tasks show even if the list could not be fetched.
    const own = myTasksAfter([], changes, { myId, done, othersOf, named })
    return own.length > 0 ? own : undefined
  }, [queries, data, error, changes, myId, done])
  return { data: tasks, isRead: data !== undefined, error, refetch, isFetching }
}
