import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'
import { placeTask } from '../task-order.ts'
import type { MyTask, Task } from '../tasks.contract.ts'
import { taskNumber } from './task-number.ts'
import { myTasksKey, taskLater, tasksQuery } from './tasks.client.ts'
import { taskStrings } from './tasks.strings.ts'

interface Change {
  readonly tasks: readonly Task[]
  readonly carryOut: (task: Task) => Promise<unknown>
  readonly foresee: (tasks: readonly Task[]) => readonly Task[]
  readonly said?: () => void
}

interface QuickChange {
  readonly state?: TaskState
  readonly priority?: TaskPriority
  readonly assigneeId?: string | null
}

/**
 * Moves and quick changes of one or several tasks: optimistic, reverted if the server refuses. `prefixOf` returns the
 * project's prefix.
 */
export function useTaskActions(prefixOf: (task: Task) => string) {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ tasks, carryOut }: Change) => inTurn(tasks, carryOut),
    onMutate: async ({ tasks, foresee }) => {
      const keys = projectsOf(tasks).map((projectId) => tasksQuery(projectId).queryKey)
      await Promise.all([
        ...keys.map((queryKey) => queries.cancelQueries({ queryKey })),
        queries.cancelQueries({ queryKey: myTasksKey }),
      ])
      const before = keys.map((key) => [key, queries.getQueryData(key)] as const)
      const mine = queries.getQueriesData<readonly MyTask[]>({ queryKey: myTasksKey })
      for (const [key, list] of before) if (list) queries.setQueryData(key, foresee(list))
      for (const [key, list] of mine) if (list) queries.setQueryData(key, withChanges(list, foresee(list)))
      return { before, mine }
    },
    onError: (error, { tasks }, context) => {
      for (const [key, list] of context?.before ?? []) if (list) queries.setQueryData(key, list)
      for (const [key, list] of context?.mine ?? []) queries.setQueryData(key, list)
      toast({ tone: 'error', text: text(taskStrings.changeFailed, { number: names(tasks), reason: reasonOf(error) }) })
    },
    // The outbox reports the result, and refetches the lists.
    onSuccess: (_, { said }) => said?.(),
  })
  const names = (tasks: readonly Task[]) =>
    tasks.length === 1
      ? tasks.map((task) => taskNumber(prefixOf(task), task)).join('')
      : text(taskStrings.several, { count: tasks.length })
  const params = ({ projectId, id: taskId }: Task) => ({ projectId, taskId })
  const changeAll = (tasks: readonly Task[], body: QuickChange) => {
    const ids = new Set(tasks.map(({ id }) => id))
    mutate({
      tasks,
      carryOut: (task) => taskLater('PATCH /api/projects/:projectId/tasks/:taskId', { params: params(task), body }),
      foresee: (list) => list.map((one) => (ids.has(one.id) ? { ...one, ...body } : one)),
    })
  }
  const removeAll = (tasks: readonly Task[]) => {
    const ids = new Set(tasks.map(({ id }) => id))
    mutate({
      tasks,
      carryOut: (task) => taskLater('DELETE /api/projects/:projectId/tasks/:taskId', { params: params(task) }),
      foresee: (list) => list.filter(({ id }) => !ids.has(id)),
      said: () =>
        void toast({ text: text(taskStrings.removed, { number: names(tasks) }), undo: () => restoreAll(tasks) }),
    })
  }
  const restoreAll = (tasks: readonly Task[]) =>
    mutate({
      tasks,
      carryOut: (task) => taskLater('POST /api/projects/:projectId/tasks/:taskId/restore', { params: params(task) }),
      foresee: (list) => list,
      said: () => void toast({ text: text(taskStrings.restored, { number: names(tasks) }) }),
    })
  return {
    changeAll,
    removeAll,
    setState: (task: Task, state: TaskState) => changeAll([task], { state }),
    setPriority: (task: Task, priority: TaskPriority) => changeAll([task], { priority }),
    assign: (task: Task, assigneeId: string | null) => changeAll([task], { assigneeId }),
    /** Moves it into a column, before another task or to the end. */
    place: (task: Task, state: TaskState, beforeId: string | null) =>
      mutate({
        tasks: [task],
        carryOut: () =>
          taskLater('PATCH /api/projects/:projectId/tasks/:taskId', {
            params: params(task),
            body: { state, beforeId },
          }),
        foresee: (tasks) => placeTask(tasks, task.id, state, beforeId),
      }),
    remove: (task: Task) => removeAll([task]),
  }
}

export type TaskActions = ReturnType<typeof useTaskActions>

/** In sequence; a refusal does not stop the others, and is reported at the end. */
async function inTurn(tasks: readonly Task[], carryOut: (task: Task) => Promise<unknown>): Promise<void> {
  const refusals: unknown[] = []
  for (const task of tasks) await carryOut(task).catch((error: unknown) => refusals.push(error))
  if (refusals.length > 0) throw refusals[0]
}

function projectsOf(tasks: readonly Task[]): readonly string[] {
  return [...new Set(tasks.map(({ projectId }) => projectId))]
}

/** Keeps the names that the user's list stores beside each task. */
function withChanges(list: readonly MyTask[], changed: readonly Task[]): readonly MyTask[] {
  const byId = new Map(changed.map((task) => [task.id, task]))
  return list.flatMap((task) => {
    const now = byId.get(task.id)
    return now ? [{ ...task, ...now }] : []
  })
}
