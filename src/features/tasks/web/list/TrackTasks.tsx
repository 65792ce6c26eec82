import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails, Track } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { LongList } from '#web/ui/list/LongList.tsx'
import { byUrgency } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import type { TaskSounds } from '../dialog/task-sound.ts'
import { SelectionTools } from './SelectionTools.tsx'
import { TaskCard } from '../board/TaskCard.tsx'
import { focusTask } from './focus-task.ts'
import { NewTaskCard } from '../new/NewTaskCard.tsx'
import type { TaskDraft } from '../new/new-task.ts'
import { LazyTaskPanel } from '../panel/lazy-task-panel.ts'
import { useOpenedTask } from '../panel/use-opened-task.ts'
import { taskNumber } from '../task-number.ts'
import { taskStrings } from '../tasks.strings.ts'
import { TrackStart } from '../start/TrackStart.tsx'
import { useAssigning } from '../dialog/use-assigning.tsx'
import { useTaskActions } from '../use-task-actions.ts'
import { useTaskSelection } from './use-task-selection.ts'
import styles from './TrackTasks.module.css'

interface TrackTasksProps {
  readonly project: ProjectDetails
  readonly track: Track | undefined
  /** Of one track. */
  readonly tasks: readonly Task[]
  readonly sounds: TaskSounds
  /** A new task that is being typed. */
  readonly draft: TaskDraft | null
  /** It was opened by a press, and takes the focus. */
  readonly isDraftAsked: boolean
  readonly onDraft: ((draft: TaskDraft | null) => void) | undefined
  /** For people who may upload. */
  readonly onUpload: ((trackId: string) => void) | undefined
}

/** One track's open tasks, beside its wave. */
export function TrackTasks({ project, track, tasks, sounds, draft, onUpload, ...drafting }: TrackTasksProps) {
  const { isDraftAsked, onDraft } = drafting
  const opened = useOpenedTask(tasks)
  const actions = useTaskActions(() => project.taskPrefix)
  const selection = useTaskSelection(tasks)
  const assigning = useAssigning(actions)
  const [covered, setCovered] = useState<TaskDraft | null>(null)
  const add = onDraft && track && (
    <Button icon={Plus} onClick={() => onDraft({ trackId: track.id })}>
      {taskStrings.newTask}
    </Button>
  )
  const typed = draft && onDraft && (
    <NewTaskCard
      project={project}
      draft={draft}
      besideTrackId={track?.id}
      isReopened={!isDraftAsked}
      // The next one has no range: it would be the same.
      onAdded={() => onDraft({ trackId: draft.trackId ?? null })}
      onOpen={(taskId) => {
        onDraft(null)
        opened.open({ id: taskId })
      }}
      onClose={() => onDraft(null)}
    />
  )
  const start = track && <TrackStart project={project} track={track} onUpload={onUpload} />
  if (opened.task && !typed)
    return (
      <section className={styles.opened} aria-label={taskNumber(project.taskPrefix, opened.task)}>
        <LazyTaskPanel
          key={stableKey(opened.task.id)}
          project={project}
          task={opened.task}
          sounds={sounds}
          actions={actions}
          onClose={() => {
            opened.close()
            if (covered) onDraft?.(covered)
            setCovered(null)
          }}
        />
      </section>
    )
  if (tasks.length === 0)
    return (
      <div className={styles.panel}>
        {start}
        {typed}
        <EmptyState icon={ListChecks} title={taskStrings.trackEmpty} action={typed ? undefined : add}>
          {taskStrings.trackEmptyWords}
        </EmptyState>
      </div>
    )
  const place = {
    project,
    members: project.members,
    prefix: project.taskPrefix,
    sounds,
    actions,
    // The panel takes the list's place; the words of a new task stay until it is closed.
    onEdit: (task: Task) => {
      setCovered(typed ? draft : null)
      onDraft?.(null)
      opened.open(task)
    },
    openId: undefined,
    selection,
    namesTracks: false,
    onAssign: assigning.ask,
    mayEdit: allows(project, taskPolicy['task.edit']),
    tracks: new Map(project.tracks.map((track) => [track.id, track])),
  }
  const inOrder = [...tasks].sort(byUrgency)
  return (
    <div className={styles.panel}>
      {start}
      {place.mayEdit && (
        <SelectionTools tasks={tasks} selection={selection} actions={actions} onAssign={assigning.ask} />
      )}
      <div className={styles.list}>
        {typed}
        <LongList items={inOrder} rowHeight={132} atOnce={8} className={styles.list}>
          {(task) => (
            <TaskCard
              key={stableKey(task.id)}
              task={task}
              place={place}
              onMove={({ to }) => {
                const next = inOrder[inOrder.indexOf(task) + (to === 'up' ? -1 : to === 'down' ? 1 : 0)]
                if (next) focusTask(next.id)
              }}
            />
          )}
        </LongList>
      </div>
      {!typed && add}
      {assigning.dialog(project.members, project.taskPrefix)}
    </div>
  )
}
