import { CalendarDays, ListChecks } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { authorColour } from '#web/ui/mark/author-colour.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { isDone } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import { isTaskState, taskStates, type TaskPriority, type TaskState } from '../../task-choices.ts'
import { formatDueDay, isOverdue } from '#web/i18n/due-day.ts'
import { priorityIcons, stateIcons } from './task-looks.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskSigns.module.css'

export function PrioritySign({ priority }: { readonly priority: TaskPriority }) {
  const label = text(taskStrings.priorityOf, { priority: taskStrings.priorities[priority] })
  return (
    <span className={styles[priority]} title={label}>
      <Icon of={priorityIcons[priority]} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

export function StateSign({ state }: { readonly state: TaskState }) {
  return (
    <span className={styles[state]} title={taskStrings.states[state]}>
      <Icon of={stateIcons[state]} />
      <VisuallyHidden>{taskStrings.states[state]}</VisuallyHidden>
    </span>
  )
}

interface StateButtonProps {
  readonly task: Task
  readonly number: string
  /** Undefined for people who may only read. */
  readonly onState: ((state: TaskState) => void) | undefined
}

/** A task's state; a press offers the others. */
export function StateButton({ task: { state }, number, onState }: StateButtonProps) {
  if (!onState) return <StateSign state={state} />
  return (
    <Menu
      entries={[
        {
          kind: 'choice',
          value: state,
          options: taskStates.map((value) => ({ value, label: taskStrings.states[value] })),
          onValueChange: (value) => isTaskState(value) && value !== state && onState(value),
        },
      ]}
    >
      <button
        type="button"
        className={classNames(styles.stateButton, styles[state])}
        title={taskStrings.states[state]}
        aria-label={text(taskStrings.stateOf, { number, state: taskStrings.states[state] })}
      >
        <Icon of={stateIcons[state]} />
      </button>
    </Menu>
  )
}

/** The version in which the task's note was fixed. */
export function FixedInSign({ task: { note } }: { readonly task: Task }) {
  if (!note || note.fixedInNumber === null) return null
  return (
    <span className={styles.fixedIn}>
      <VisuallyHidden>{taskStrings.fixed} </VisuallyHidden>
      {text(taskStrings.inVersion, { number: note.fixedInNumber })}
    </span>
  )
}

/** The due date; marked as overdue, also in text, if the day has passed and the task is not done. */
export function DueSign({ task }: { readonly task: Task }) {
  if (task.dueOn === null) return null
  const late = isOverdue(task.dueOn) && !isDone(task)
  const when = formatDueDay(task.dueOn)
  const label = text(late ? taskStrings.overdue : taskStrings.due, { when })
  return (
    <time dateTime={task.dueOn} className={late ? styles.late : styles.due} title={label}>
      <Icon of={CalendarDays} size={14} />
      <span aria-hidden>{when}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </time>
  )
}

/** Number of steps done, if there are any. */
export function StepsSign({
  task: {
    checklist: { done, count },
  },
}: {
  readonly task: Task
}) {
  if (count === 0) return null
  const label = text(taskStrings.stepsDone, { done, of: count })
  return (
    <span className={done === count ? styles.stepsDone : styles.steps} title={label}>
      <Icon of={ListChecks} size={14} />
      <span aria-hidden>{text(taskStrings.stepCount, { done, of: count })}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** Renders nothing if the task is not assigned. */
export function AssigneeSign({ task, members }: { readonly task: Task; readonly members: readonly Membership[] }) {
  const member = members.find(({ person }) => person.id === task.assigneeId)
  if (!member) return null
  return (
    <Avatar
      person={{ name: member.person.name, imageUrl: member.person.image, colour: authorColour(member.joinOrder - 1) }}
      size="small"
    />
  )
}
