import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { text } from '#web/i18n/text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { LongList } from '#web/ui/LongList.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { useFollowFocus } from '#web/ui/use-follow-focus.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import type { MyTask, Task } from '../tasks.contract.ts'
import { SelectionTools } from './SelectionTools.tsx'
import type { TaskSounds } from './task-sound.ts'
import { TaskRow } from './TaskRow.tsx'
import { taskStrings } from './tasks.strings.ts'
import { useMyTasks } from './use-my-tasks.ts'
import { useAssigning } from './use-assigning.tsx'
import { useTaskActions } from './use-task-actions.ts'
import { useTaskSelection } from './use-task-selection.ts'
import { useTaskListKeys } from './use-task-list-keys.ts'
import styles from './MyTasksPage.module.css'

interface MyTasksPageProps {
  readonly myId: string
  /** What the tasks of each project play, by the track's id. */
  readonly sounds: TaskSounds
  readonly mayEdit: (projectId: string) => boolean
  readonly membersOf: (projectId: string) => readonly Membership[]
  /** The dialog of a task, which needs its whole project. */
  readonly renderDialog: (task: MyTask, onClose: () => void) => ReactNode
}

/** Everything that was given to oneself, over all projects; what is due first stands first. */
export function MyTasksPage({ myId, sounds, mayEdit, membersOf, renderDialog }: MyTasksPageProps) {
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
        {editing && renderDialog(editing, () => setEditing(null))}
      </PageBody>
    </>
  )
}
