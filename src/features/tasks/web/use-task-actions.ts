import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/toast-store.ts'
import { placeTask } from '../task-order.ts'
import type { MyTask, Task } from '../tasks.contract.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'
import { taskNumber } from './task-number.ts'
import { myTasksKey, taskLater, tasksQuery } from './tasks.queries.ts'
import { taskStrings } from './tasks.strings.ts'

interface Change {
  readonly task: Task
  readonly carryOut: () => Promise<unknown>
  readonly foresee: (tasks: readonly Task[]) => readonly Task[]
  readonly said?: () => void
}

/** Moves and quick changes, shown at once and taken back when the server refuses. `prefixOf` names the project's letters. */
export function useTaskActions(prefixOf: (task: Task) => string) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onMutate: async ({ task, foresee }) => {
      const { queryKey } = tasksQuery(task.projectId)
      await queries.cancelQueries({ queryKey })
      await queries.cancelQueries({ queryKey: myTasksKey })
      const before = queries.getQueryData(queryKey)
      const mine = queries.getQueriesData<readonly MyTask[]>({ queryKey: myTasksKey })
      if (before) queries.setQueryData(queryKey, foresee(before))
      for (const [key, list] of mine) if (list) queries.setQueryData(key, withChanges(list, foresee(list)))
      return { before, mine }
    },
    onError: (error, { task }, context) => {
      if (context?.before) queries.setQueryData(tasksQuery(task.projectId).queryKey, context.before)
      for (const [key, list] of context?.mine ?? []) queries.setQueryData(key, list)
      toast({ tone: 'error', text: text(taskStrings.changeFailed, { number: name(task), reason: reasonOf(error) }) })
    },
    // What becomes of it, the outbox tells, and reads the lists again.
    onSuccess: (_, { said }) => said?.(),
  })
  const readTasksAgain = (projectId: string) => Promise.all([queries.invalidateQueries({ queryKey: tasksQuery(projectId).queryKey }), queries.invalidateQueries({ queryKey: myTasksKey }), queries.invalidateQueries({ queryKey: ['project', projectId, 'details'] })])
  const name = (task: Task) => taskNumber(prefixOf(task), task)
  const params = ({ projectId, id: taskId }: Task) => ({ projectId, taskId })
  const change = (task: Task, body: { state?: TaskState, priority?: TaskPriority, assigneeId?: string | null }) => mutate({
    task,
    carryOut: () => taskLater('PATCH /api/projects/:projectId/tasks/:taskId', { params: params(task), body }),
    foresee: (tasks) => tasks.map((one) => (one.id === task.id ? { ...one, ...body } : one)),
  })
  const actions = {
    setState: (task: Task, state: TaskState) => change(task, { state }),
    setPriority: (task: Task, priority: TaskPriority) => change(task, { priority }),
    assign: (task: Task, assigneeId: string | null) => change(task, { assigneeId }),
    /** Into a column, before another or last. */
    place: (task: Task, state: TaskState, beforeId: string | null) => mutate({
      task,
      carryOut: () => taskLater('PATCH /api/projects/:projectId/tasks/:taskId', { params: params(task), body: { state, beforeId } }),
      foresee: (tasks) => placeTask(tasks, task.id, state, beforeId),
    }),
    remove: (task: Task) => mutate({
      task,
      carryOut: () => taskLater('DELETE /api/projects/:projectId/tasks/:taskId', { params: params(task) }),
      foresee: (tasks) => tasks.filter(({ id }) => id !== task.id),
      said: () => void toast({ text: text(taskStrings.removed, { number: name(task) }), undo: () => actions.restore(task) }),
    }),
    restore: (task: Task) => mutate({
      task,
      carryOut: () => taskLater('POST /api/projects/:projectId/tasks/:taskId/restore', { params: params(task) }),
      foresee: (tasks) => tasks,
      said: () => void toast({ text: text(taskStrings.restored, { number: name(task) }) }),
    }),
    readAgain: readTasksAgain,
  }
  return actions
}

export type TaskActions = ReturnType<typeof useTaskActions>

/** One's own list keeps the names it has beside each task. */
function withChanges(list: readonly MyTask[], changed: readonly Task[]): readonly MyTask[] {
  const byId = new Map(changed.map((task) => [task.id, task]))
  return list.flatMap((task) => {
    const now = byId.get(task.id)
    return now ? [{ ...task, ...now }] : []
  })
}
