import type { Unread } from '#web/outbox/use-outgoing.ts'
import { isTaskPriority, isTaskState } from '../task-choices.ts'
import { placeTask } from '../task-order.ts'
import type { Task } from '../tasks.contract.ts'

/** A project's tasks including all queued changes. */
export function withPending<T extends Task = Task>(
  tasks: readonly T[],
  changes: readonly Unread[],
): readonly (T | Task)[] {
  return changes.reduce<readonly (T | Task)[]>(afterChange, tasks)
}

function afterChange<T extends Task>(
  tasks: readonly (T | Task)[],
  { outgoing: { route, params, projectId, body = {}, makes = '', at }, madeId }: Unread,
): readonly (T | Task)[] {
  const taskId = params['taskId'] ?? ''
  switch (route.replace('/api/projects/:projectId/', '')) {
    case 'POST tasks': {
      const id = madeId ?? makes
      if (tasks.some((one) => one.id === id)) return tasks
      const fresh: Task = {
        id,
        projectId,
        number: 0,
        title: '',
        description: '',
        state: 'todo',
        priority: 'normal',
        assigneeId: null,
        dueOn: null,
        trackId: null,
        fromSeconds: null,
        toSeconds: null,
        noteId: null,
        part: null,
        note: null,
        checklist: { done: 0, count: 0 },
        position: Math.max(0, ...tasks.map(({ position }) => position)) + 1,
        createdBy: null,
        createdAt: at,
        updatedAt: at,
      }
      return [...tasks, { ...fresh, ...fieldsOf(body) }]
    }
    case 'PATCH tasks/:taskId': {
      const { beforeId } = body
      const changed = tasks.map((one) => (one.id === taskId ? { ...one, ...fieldsOf(body) } : one))
      const state = changed.find(({ id }) => id === taskId)?.state
      return state === undefined || beforeId === undefined
        ? changed
        : placeTask(changed, taskId, state, typeof beforeId === 'string' ? beforeId : null)
    }
    case 'DELETE tasks/:taskId':
      return tasks.filter(({ id }) => id !== taskId)
    default:
      return tasks
  }
}

/** Validates what was stored: another build may have written it. */
function fieldsOf(body: Readonly<Record<string, unknown>>): Partial<Task> {
  const { title, description, state, priority } = body
  const words = (field: 'assigneeId' | 'dueOn' | 'trackId' | 'noteId' | 'part') =>
    typeof body[field] === 'string' || body[field] === null ? { [field]: body[field] } : {}
  const seconds = (field: 'fromSeconds' | 'toSeconds') =>
    typeof body[field] === 'number' || body[field] === null ? { [field]: body[field] } : {}
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(isTaskState(state) && { state }),
    ...(isTaskPriority(priority) && { priority }),
    ...words('assigneeId'),
    ...words('dueOn'),
    ...words('trackId'),
    ...words('noteId'),
    ...words('part'),
    ...seconds('fromSeconds'),
    ...seconds('toSeconds'),
  }
}
