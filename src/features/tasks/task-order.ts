import { foldText } from '#shared/fold-text.ts'
import type { Task } from './tasks.contract.ts'
import { taskPriorities, taskStates, type TaskPriority, type TaskState } from './task-choices.ts'

export interface TaskFilter {
  /** A member's id, nobody, or anybody. */
  readonly assignee: string | 'nobody' | 'anybody'
  /** A track's id, tasks without a track, or any. */
  readonly track: string | 'none' | 'any'
  readonly find: string
}

export const everyTask: TaskFilter = { assignee: 'anybody', track: 'any', find: '' }

export function filterTasks<T extends Task>(tasks: readonly T[], { assignee, track, find }: TaskFilter): readonly T[] {
  const needle = foldText(find.trim())
  return tasks.filter(
    (task) =>
      (assignee === 'anybody' || (assignee === 'nobody' ? task.assigneeId === null : task.assigneeId === assignee)) &&
      (track === 'any' || (track === 'none' ? task.trackId === null : task.trackId === track)) &&
      (needle === '' || foldText(`${task.number} ${task.title} ${task.description}`).includes(needle)),
  )
}

/** The board's columns, each in its own order. */
export function taskColumns<T extends Task>(tasks: readonly T[]): Readonly<Record<TaskState, readonly T[]>> {
  const inOrder = [...tasks].sort(byPosition)
  const column = (state: TaskState) => inOrder.filter((task) => task.state === state)
  return { todo: column('todo'), doing: column('doing'), fixed: column('fixed'), verified: column('verified') }
}

export interface TaskGroup<T extends Task> {
  readonly trackId: string | null
  readonly tasks: readonly T[]
}

/**
 * By track in album order, tasks without a track last; within each, open ones first, then by priority, then by due
 * date.
 */
export function groupTasks<T extends Task>(
  tasks: readonly T[],
  albumOrder: readonly string[],
): readonly TaskGroup<T>[] {
  const groups = Map.groupBy(tasks, ({ trackId }) =>
    trackId !== null && albumOrder.includes(trackId) ? trackId : null,
  )
  const order: readonly (string | null)[] = [...albumOrder, null]
  return order.flatMap((trackId) => {
    const own = groups.get(trackId)
    return own ? [{ trackId, tasks: [...own].sort(byUrgency) }] : []
  })
}

function byPosition(a: Pressing, b: Pressing): number {
  return a.position - b.position || a.number - b.number
}

type Pressing = Pick<Task, 'state' | 'priority' | 'dueOn' | 'position' | 'number'>

export function byUrgency(a: Pressing, b: Pressing): number {
  return (
    Number(isDone(a)) - Number(isDone(b)) ||
    weight(b.priority) - weight(a.priority) ||
    compareDue(a.dueOn, b.dueOn) ||
    byPosition(a, b)
  )
}

function compareDue(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null || a < b ? -1 : 1
}

function weight(priority: TaskPriority): number {
  return taskPriorities.indexOf(priority)
}

export function isDone({ state }: Pick<Task, 'state'>): boolean {
  return state === 'fixed' || state === 'verified'
}

export function nextState(state: TaskState, by: 1 | -1): TaskState | undefined {
  return taskStates[taskStates.indexOf(state) + by]
}

/**
 * Predicts the server's result of moving `taskId` to `state` before `beforeId` (null: last): halfway between its new
 * neighbours.
 */
export function placeTask<T extends Task>(
  tasks: readonly T[],
  taskId: string,
  state: TaskState,
  beforeId: string | null,
): readonly T[] {
  const column = taskColumns(tasks)[state].filter(({ id }) => id !== taskId)
  const at = column.findIndex(({ id }) => id === beforeId)
  const next = at < 0 ? undefined : column[at]
  const previous = at < 0 ? column.at(-1) : column[at - 1]
  const position =
    next === undefined
      ? (previous?.position ?? 0) + 1
      : previous === undefined
        ? next.position - 1
        : (previous.position + next.position) / 2
  return tasks.map((task) => (task.id === taskId ? { ...task, state, position } : task))
}
