import { Ellipsis } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { presentKeyMap } from '#web/ui/keys/page-keys.ts'
import { isDone } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import { focusTask } from './focus-task.ts'
import { taskEntries } from '../task-entries.ts'
import { taskKeyAction } from './task-keys.ts'
import { taskNumber } from '../task-number.ts'
import { isPlain, playTask, type TaskSounds } from '../dialog/task-sound.ts'
import { runTaskKey } from '../board/TaskCard.tsx'
import { TaskNoteSign } from '../dialog/TaskNoteSign.tsx'
import { TaskRange } from '../dialog/TaskRange.tsx'
import { AssigneeSign, DueSign, PrioritySign, StateSign, StepsSign } from './TaskSigns.tsx'
import { taskStrings } from '../tasks.strings.ts'
import type { TaskActions } from '../use-task-actions.ts'
import type { TaskSelection } from './use-task-selection.ts'
import styles from './TaskRow.module.css'

export interface TaskRowProps {
  readonly task: Task
  readonly prefix: string
  readonly members: readonly Membership[]
  readonly sounds: TaskSounds
  readonly actions: TaskActions
  readonly mayEdit: boolean
  readonly onEdit: (task: Task) => void
  readonly selection: TaskSelection
  readonly onAssign: (tasks: readonly Task[]) => void
  /** The task whose panel is open. */
  readonly openId?: string | undefined
  /** The track, if the list's headings do not name it. */
  readonly where?: string | undefined
  readonly previousId: string | undefined
  readonly nextId: string | undefined
  /** Keeps the focus on a row that moves elsewhere. */
  readonly onFollow: (taskId: string) => void
}

/** A task in a list; handles keys while focused. */
export function TaskRow({
  task,
  prefix,
  members,
  sounds,
  actions,
  mayEdit,
  onEdit,
  selection,
  onAssign,
  openId,
  where,
  previousId,
  nextId,
  onFollow,
}: TaskRowProps) {
  const edit = () => onEdit(task)
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.target !== event.currentTarget) return
    const action = taskKeyAction(event, task, 'list', presentKeyMap())
    if (!action) return
    event.preventDefault()
    if ('to' in action) {
      const next = action.to === 'up' ? previousId : nextId
      if (next !== undefined) focusTask(next)
    } else if ('play' in action) playTask(task, sounds)
    else if ('edit' in action) edit()
    else if (mayEdit) {
      // A row that disappears passes the focus to its neighbour.
      onFollow('remove' in action ? (nextId ?? previousId ?? task.id) : task.id)
      runTaskKey(action, task, { actions, selection, onAssign })
    }
  }
  const number = taskNumber(prefix, task)
  const isSelected = selection.ids.has(task.id)
  const entries = taskEntries({
    task,
    actions,
    onEdit: edit,
    isSelected,
    onSelect: () => selection.toggle(task.id),
    onAssign: members.length > 0 ? () => onAssign(selection.withOthers(task)) : undefined,
  })
  const body = (
    // A row is one tab stop of the list: focused, it handles keys like a row of a grid.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-task={task.id}
      data-done={isDone(task)}
      data-selected={isSelected}
      data-open={openId === task.id}
      aria-label={`${number} ${task.title}${isSelected ? `, ${taskStrings.isSelected}` : ''}`}
      className={styles.row}
      onKeyDown={onKeyDown}
      onClick={({ target }) => isPlain(target) && playTask(task, sounds)}
    >
      <StateSign state={task.state} />
      <PrioritySign priority={task.priority} />
      <span className={styles.number}>{number}</span>
      <span className={styles.words}>
        <button type="button" className={styles.title} onClick={edit} title={task.title}>
          {task.title}
        </button>
        {where !== undefined && <span className={styles.where}>{where}</span>}
      </span>
      <span className={styles.extras}>
        <TaskNoteSign task={task} />
        <StepsSign task={task} />
        <TaskRange task={task} sounds={sounds} />
      </span>
      <span className={styles.due}>
        <DueSign task={task} />
      </span>
      <span className={styles.person}>
        <AssigneeSign task={task} members={members} />
      </span>
      {mayEdit && (
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} size="small" label={text(taskStrings.menu, { number })} />
        </Menu>
      )}
    </li>
  )
  return mayEdit ? <ContextMenu entries={entries}>{body}</ContextMenu> : body
}
