import { formatPosition } from '#web/i18n/format-duration.ts'
import { parsePosition } from '../../position-text.ts'
import type { Task } from '../../tasks.contract.ts'
import type { TaskPriority, TaskState } from '../../task-choices.ts'
import { taskStrings } from '../tasks.strings.ts'

/** The values typed and chosen; an empty string means none. */
export interface TaskForm {
  readonly title: string
  readonly description: string
  readonly state: TaskState
  readonly priority: TaskPriority
  readonly assigneeId: string
  readonly dueOn: string
  readonly trackId: string
  readonly from: string
  readonly to: string
}

export function emptyForm(task: Partial<Task>): TaskForm {
  return {
    title: task.title ?? '',
    description: task.description ?? '',
    state: task.state ?? 'todo',
    priority: task.priority ?? 'normal',
    assigneeId: task.assigneeId ?? '',
    dueOn: task.dueOn ?? '',
    trackId: task.trackId ?? '',
    from: timeText(task.fromSeconds),
    to: timeText(task.toSeconds),
  }
}

function timeText(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? '' : formatPosition(seconds)
}

type TaskBody = Pick<
  Task,
  'title' | 'description' | 'state' | 'priority' | 'assigneeId' | 'dueOn' | 'trackId' | 'fromSeconds' | 'toSeconds'
>

export interface ReadForm {
  /** Undefined while a value is invalid. */
  readonly body: TaskBody | undefined
  readonly errors: { readonly title?: string; readonly from?: string; readonly to?: string }
}

/** Validates the form. A range belongs to a track: without a track the times are omitted. */
export function readForm({
  title,
  description,
  state,
  priority,
  assigneeId,
  dueOn,
  trackId,
  from,
  to,
}: TaskForm): ReadForm {
  const fromSeconds = trackId === '' ? null : parsePosition(from)
  const toSeconds = trackId === '' ? null : parsePosition(to)
  const errors = {
    ...(title.trim() === '' && { title: taskStrings.titleMissing }),
    ...(fromSeconds === undefined && { from: taskStrings.noTime }),
    ...(fromSeconds === null && typeof toSeconds === 'number' && { from: taskStrings.startMissing }),
    ...(toSeconds === undefined && { to: taskStrings.noTime }),
    ...(typeof fromSeconds === 'number' &&
      typeof toSeconds === 'number' &&
      toSeconds < fromSeconds && { to: taskStrings.endBeforeStart }),
  }
  if (fromSeconds === undefined || toSeconds === undefined || Object.keys(errors).length > 0)
    return { body: undefined, errors }
  return {
    errors,
    body: {
      title: title.trim(),
      description,
      state,
      priority,
      assigneeId: assigneeId || null,
      dueOn: dueOn || null,
      trackId: trackId || null,
      fromSeconds,
      toSeconds,
    },
  }
}

/** The user's text, so that it is never lost. */
export function wordsOf({ title, description }: Pick<Task, 'title' | 'description'>): string {
  return [title, description].filter((words) => words !== '').join('\n\n')
}
