import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, PointerEventHandler } from 'react'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { presentKeyMap } from '#web/ui/keys/page-keys.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskEntries } from '../task-entries.ts'
import { taskKeyAction, type TaskKeyAction } from '../list/task-keys.ts'
import { taskNumber } from '../task-number.ts'
import { trackTitle, versionNumberOf, type TaskPlace } from '../task-place.ts'
import { isPlain, playTask } from '../dialog/task-sound.ts'
import { TaskNoteSign } from '../dialog/TaskNoteSign.tsx'
import { TaskRange } from '../dialog/TaskRange.tsx'
import { AssigneeSign, DueSign, FixedInSign, PrioritySign, StateButton, StepsSign } from '../list/TaskSigns.tsx'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskCard.module.css'

interface TaskCardProps {
  readonly task: Task
  readonly place: TaskPlace
  /** On a board: the pointer press that may start a drag. */
  readonly onLift?: PointerEventHandler<HTMLElement> | undefined
  readonly marks?: { readonly dragged: boolean; readonly landing: boolean }
  /** Keeps the focus on a card that moves elsewhere. */
  readonly onFollow?: (taskId: string) => void
  /** Handles the keys that move it; the card handles all others. */
  readonly onMove: (action: Extract<TaskKeyAction, { readonly to: unknown }>) => void
}

/** A task on the board. */
export function TaskCard({ task, place, onLift, marks, onMove, onFollow }: TaskCardProps) {
  const { project, members, prefix, sounds, actions, mayEdit, onEdit, selection, onAssign } = place
  const isSelected = selection.ids.has(task.id)
  const edit = () => onEdit(task)
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    // The card's own buttons handle their keys.
    if (event.target !== event.currentTarget) return
    const action = taskKeyAction(event, task, 'board', presentKeyMap())
    if (!action) return
    event.preventDefault()
    if ('to' in action) return onMove(action)
    if ('play' in action) return playTask(task, sounds)
    if ('edit' in action) return edit()
    if (!mayEdit) return
    onFollow?.(task.id)
    runTaskKey(action, task, place)
  }
  const title = trackTitle(place, task)
  const version = versionNumberOf(
    project.trackVersions,
    task.trackId === null ? undefined : place.tracks.get(task.trackId),
  )
  const body = (
    // A card is one tab stop of the board: focused, it handles keys like a row of a grid.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-task={task.id}
      data-dragged={marks?.dragged}
      data-selected={isSelected}
      data-open={place.openId === task.id}
      data-landing={marks?.landing}
      aria-label={`${taskNumber(prefix, task)} ${task.title}${isSelected ? `, ${taskStrings.isSelected}` : ''}`}
      className={styles.card}
      onKeyDown={onKeyDown}
      onClick={({ target }) => isPlain(target) && playTask(task, sounds)}
      data-movable={onLift !== undefined}
      onPointerDown={onLift}
      onContextMenu={onLift && leaveToFinger}
    >
      <span className={styles.head}>
        <StateButton
          task={task}
          number={taskNumber(prefix, task)}
          onState={
            mayEdit
              ? (state) => {
                  onFollow?.(task.id)
                  actions.setState(task, state)
                }
              : undefined
          }
        />
        <span className={styles.number}>{taskNumber(prefix, task)}</span>
        {task.priority !== 'normal' && <PrioritySign priority={task.priority} />}
        <span className={styles.gap} />
        <DueSign task={task} />
        {onLift && (
          <span className={styles.grip} data-grip aria-hidden>
            <Icon of={GripVertical} />
          </span>
        )}
      </span>
      <button type="button" className={styles.title} onClick={edit}>
        {task.title}
      </button>
      {task.fromSeconds !== null && <TaskRange task={task} sounds={sounds} withWave />}
      <span className={styles.foot}>
        {task.part && <Chip>{task.part}</Chip>}
        <FixedInSign task={task} />
        <span className={styles.track}>
          {place.namesTracks && title !== undefined && (version === undefined ? title : `${title} · v${version}`)}
        </span>
        <TaskNoteSign task={task} />
        <StepsSign task={task} />
        <AssigneeSign task={task} members={members} />
      </span>
    </li>
  )
  return mayEdit ? (
    <ContextMenu
      byRest={onLift === undefined}
      entries={taskEntries({
        task,
        actions,
        onEdit: edit,
        isSelected,
        onSelect: () => selection.toggle(task.id),
        onAssign: () => onAssign(selection.withOthers(task)),
      })}
    >
      {body}
    </ContextMenu>
  ) : (
    body
  )
}

/**
 * A long press lifts the card, and opens its menu if the finger does not move; suppress the browser's own contextmenu
 * event.
 */
function leaveToFinger(event: MouseEvent): void {
  if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch') event.preventDefault()
}

/** The keys that change a task in place, together with all selected ones if it is among them. */
export function runTaskKey(
  action: Exclude<TaskKeyAction, { readonly to: unknown } | { readonly play: true } | { readonly edit: true }>,
  task: Task,
  { actions, selection, onAssign }: Pick<TaskPlace, 'actions' | 'selection' | 'onAssign'>,
): void {
  const tasks = selection.withOthers(task)
  if ('select' in action) selection.toggle(task.id)
  else if ('assign' in action) onAssign(tasks)
  else if ('state' in action) actions.changeAll(tasks, { state: action.state })
  else if ('priority' in action) actions.changeAll(tasks, { priority: action.priority })
  else actions.removeAll(tasks)
}
