import { ListChecks, Plus, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { everyTask, filterTasks, type TaskFilter } from '../../task-order.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import type { Task } from '../../tasks.contract.ts'
import { focusTask } from './focus-task.ts'
import { NewTaskCard } from '../new/NewTaskCard.tsx'
import type { TaskDraft } from '../new/new-task.ts'
import { reopenedDraft } from '../new/task-draft-store.ts'
import { LazyTaskSide, useTaskPanelSoon } from '../panel/lazy-task-panel.ts'
import { SelectionTools } from './SelectionTools.tsx'
import { StartStrip } from '../start/StartStrip.tsx'
import type { TaskPlace } from '../task-place.ts'
import type { TaskSounds } from '../dialog/task-sound.ts'
import { TaskBoard } from '../board/TaskBoard.tsx'
import { TaskList } from './TaskList.tsx'
import { taskStrings } from '../tasks.strings.ts'
import { TasksSkeleton } from './TasksSkeleton.tsx'
import { TaskTools, type TaskView } from './TaskTools.tsx'
import { useAssigning } from '../dialog/use-assigning.tsx'
import { useTaskActions } from '../use-task-actions.ts'
import { useTaskSelection } from './use-task-selection.ts'
import { useOpenedTask } from '../panel/use-opened-task.ts'
import { useTasks } from '../use-tasks.ts'
import { useTaskListKeys } from './use-task-list-keys.ts'
import styles from './TasksTab.module.css'

const keptView = keptChoice<TaskView>('roughmix.tasks.view', ['board', 'list'], 'board')

export interface TasksTabProps {
  readonly project: ProjectDetails
  readonly myId: string
  readonly sounds: TaskSounds
  readonly trackHref: (trackId: string) => string
  /** From the URL: the task that a link opened. */
  readonly openId: string | undefined
  /** Its panel was closed, or there is no such task. */
  readonly onLeave: () => void
  /** For people who may upload. */
  readonly onUpload?: ((trackId: string) => void) | undefined
}

/** A project's open tasks. */
export function TasksTab({ project, myId, sounds, trackHref, openId, onLeave, onUpload }: TasksTabProps) {
  useTaskPanelSoon()
  const view = useSyncExternalStore(keptView.watch, keptView.get)
  const [filter, setFilter] = useState(everyTask)
  // What was being typed when the list was left is there again, unless a link leads to a task.
  const [draft, setDraft] = useState(() => (openId === undefined ? reopenedDraft({ project }) : null))
  const [isDraftAsked, setDraftAsked] = useState(false)
  const { data: tasks, isRead, error, refetch, isFetching } = useTasks(project.id)
  const actions = useTaskActions(() => project.taskPrefix)
  const selection = useTaskSelection(tasks ?? [])
  const assigning = useAssigning(actions)
  useTaskListKeys(view === 'board')
  const opened = useOpenedTask(tasks)
  useLedTo({
    openId,
    tasks: isRead ? tasks : undefined,
    isFetching,
    mayOpen: draft === null,
    onOpen: opened.open,
    onGone: onLeave,
  })
  const failed = error && !isRead && (
    <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>
      {text(taskStrings.tasksFailed, { reason: reasonOf(error) })}
    </ErrorView>
  )
  if (!tasks) return failed || <TasksSkeleton />

  const mayEdit = allows(project, taskPolicy['task.edit'])
  const place: TaskPlace = {
    project,
    members: project.members,
    prefix: project.taskPrefix,
    sounds,
    actions,
    mayEdit,
    tracks: new Map(project.tracks.map((track) => [track.id, track])),
    onEdit: opened.open,
    openId: opened.task?.id,
    selection,
    namesTracks: project.tracks.length > 1,
    onAssign: assigning.ask,
  }
  const add = mayEdit
    ? (of: TaskDraft = {}) => {
        // Words that are searched for would hide it.
        setFilter({ ...filter, find: '' })
        setDraftAsked(true)
        setDraft({ ...draftFor(filter, project), ...of })
      }
    : undefined
  const shown = filterTasks(tasks, filter)
  const closeDraft = () => {
    setDraft(null)
    // A task that a link opened meanwhile waits for the words that are being typed.
    const waiting = tasks.find(({ id }) => id === openId)
    if (waiting) opened.open(waiting)
  }
  const closePanel = () => {
    opened.close()
    if (openId !== undefined) onLeave()
  }
  const typed = draft && mayEdit && (
    <NewTaskCard
      project={project}
      draft={draft}
      isReopened={!isDraftAsked}
      onOpen={(taskId) => {
        setDraft(null)
        opened.open({ id: taskId })
      }}
      onClose={closeDraft}
    />
  )
  return (
    <div className={styles.tab}>
      <TaskTools
        view={view}
        onView={keptView.set}
        filter={filter}
        onFilter={(change) => setFilter({ ...filter, ...change })}
        place={place}
        myId={myId}
        onAdd={add && (() => add())}
      >
        <StartStrip project={project} onUpload={onUpload} />
      </TaskTools>
      {mayEdit && <SelectionTools tasks={tasks} selection={selection} actions={actions} onAssign={assigning.ask} />}
      {tasks.length === 0 && !typed && (
        <EmptyState
          icon={ListChecks}
          title={taskStrings.empty}
          action={
            add && (
              <Button icon={Plus} onClick={() => add()}>
                {taskStrings.newTask}
              </Button>
            )
          }
        >
          {taskStrings.emptyWords}
        </EmptyState>
      )}
      {tasks.length > 0 && shown.length === 0 && !typed && (
        <EmptyState
          icon={SearchX}
          title={taskStrings.noMatch}
          action={<Button onClick={() => setFilter(everyTask)}>{taskStrings.showAll}</Button>}
        >
          {taskStrings.noMatchWords}
        </EmptyState>
      )}
      {(shown.length > 0 || typed) &&
        (view === 'board' ? (
          <TaskBoard
            tasks={shown}
            place={place}
            ledTo={opened.task?.id ?? openId}
            folds={opened.task !== undefined}
            onAdd={add && ((state) => add({ state }))}
            typedIn={draft?.state ?? 'todo'}
            typed={typed}
          />
        ) : (
          <TaskList
            tasks={shown}
            place={place}
            ledTo={opened.task?.id ?? openId}
            trackHref={trackHref}
            onAdd={add && ((trackId) => add({ trackId }))}
            typedIn={draft?.trackId ?? null}
            typed={typed}
          />
        ))}
      {failed}
      {assigning.dialog(project.members, project.taskPrefix)}
      {opened.task && (
        <LazyTaskSide
          key={stableKey(opened.task.id)}
          project={project}
          task={opened.task}
          sounds={sounds}
          actions={actions}
          onClose={closePanel}
        />
      )}
    </div>
  )
}

/** A new task is one of those that are shown. */
function draftFor({ assignee, track }: TaskFilter, project: ProjectDetails): TaskDraft {
  return {
    ...(project.members.some(({ person }) => person.id === assignee) && { assigneeId: assignee }),
    ...(project.tracks.some(({ id }) => id === track) && { trackId: track }),
  }
}

interface Led {
  readonly openId: string | undefined
  readonly tasks: readonly Task[] | undefined
  readonly isFetching: boolean
  /** An unfinished new task stays open. */
  readonly mayOpen: boolean
  readonly onOpen: (task: Task) => void
  readonly onGone: () => void
}

/** Focuses the task and opens its panel; closing the panel returns the focus to it. */
function useLedTo({ openId, tasks, isFetching, mayOpen, onOpen, onGone }: Led): void {
  const task = openId === undefined ? undefined : tasks?.find(({ id }) => id === openId)
  const open = useEffectEvent(() => {
    if (!task || !mayOpen) return
    focusTask(task.id)
    onOpen(task)
  })
  const tell = useEffectEvent(() => {
    toast({ text: taskStrings.gone })
    onGone()
  })
  const foundId = task?.id
  useEffect(() => {
    if (foundId !== undefined) open()
  }, [foundId])
  // Answers stored by the last visit may not contain it yet.
  const isGone = openId !== undefined && tasks !== undefined && !isFetching && !task
  useEffect(() => {
    if (isGone) tell()
  }, [isGone])
}
