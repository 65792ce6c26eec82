import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx'
import { useFollowFocus } from '#web/ui/use-follow-focus.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import type { MyTask, Task } from '../tasks.contract.ts'
import type { TaskSounds } from './task-sound.ts'
import { TaskRow } from './TaskRow.tsx'
import { myTasksQuery } from './tasks.queries.ts'
import { taskStrings } from './tasks.strings.ts'
import { useTaskActions } from './use-task-actions.ts'
import { useTaskListKeys } from './use-task-list-keys.ts'
import styles from './MyTasksPage.module.css'

interface MyTasksPageProps {
  /** What the tasks of each project play, by the track's id. */
  readonly sounds: TaskSounds
  /** The dialog of a task, which needs its whole project. */
  readonly renderDialog: (task: MyTask, onClose: () => void) => ReactNode
}

/** Everything that was given to oneself, over all projects; what is due first stands first. */
export function MyTasksPage({ sounds, renderDialog }: MyTasksPageProps) {
  const [done, setDone] = useState(false)
  const [editing, setEditing] = useState<MyTask | null>(null)
  const { data: tasks, error, refetch, isFetching } = useQuery(myTasksQuery(done))
  const prefixOf = (task: Task) => tasks?.find(({ id }) => id === task.id)?.taskPrefix ?? ''
  const actions = useTaskActions(prefixOf)
  useTaskListKeys(false)
  const followFocus = useFollowFocus('data-task')
  const edit = (task: Task) => setEditing(tasks?.find(({ id }) => id === task.id) ?? null)
  return (
    <>
      <TopBar crumbs={[{ label: taskStrings.mineTitle }]}>
        <SegmentedControl label={taskStrings.state} value={done ? 'done' : 'open'} onValueChange={(value) => setDone(value === 'done')} segments={[{ value: 'open', label: taskStrings.mineOpen }, { value: 'done', label: taskStrings.mineDone }]} />
      </TopBar>
      <PageBody>
        <h1 className={styles.title}>{taskStrings.mineTitle}</h1>
        {!tasks && !error && <SkeletonGroup><SkeletonRows /></SkeletonGroup>}
        {!tasks && error && <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>{text(taskStrings.mineFailed, { reason: reasonOf(error) })}</ErrorView>}
        {tasks?.length === 0 && <EmptyState icon={CircleCheck} title={taskStrings.mineEmpty}>{taskStrings.mineEmptyWords}</EmptyState>}
        <ul>
          {tasks?.map((task, index) => (
            <TaskRow key={task.id} task={task} prefix={task.taskPrefix} members={[]} sounds={sounds} actions={actions} mayEdit onEdit={edit}
              where={[task.projectName, task.trackTitle].filter(Boolean).join(' · ')} onFollow={followFocus} previousId={tasks[index - 1]?.id} nextId={tasks[index + 1]?.id} />
          ))}
        </ul>
        {editing && renderDialog(editing, () => setEditing(null))}
      </PageBody>
    </>
  )
}
