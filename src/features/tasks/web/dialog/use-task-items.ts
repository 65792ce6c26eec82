import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { randomKey } from '#web/api/random-key.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { Task, TaskItem } from '../../tasks.contract.ts'
import { taskApi, taskItemsQuery, tasksQuery } from '../tasks.client.ts'
import { taskPanelStrings } from '../panel/task-panel.strings.ts'

interface Change {
  readonly carryOut: () => Promise<unknown>
  readonly foresee?: (items: readonly TaskItem[]) => TaskItem[]
  readonly said?: () => void
}

/** Changes of a task's steps: optimistic, reverted if the server refuses. */
export function useTaskItems({ projectId, id: taskId }: Task) {
  const queries = useQueryClient()
  const { queryKey } = taskItemsQuery(projectId, taskId)
  // Real ids by temporary id. A new step shows before it has a real id; changes to it wait in the queue.
  const given = useRef(new Map<string, string>())
  const idOf = (id: string) => given.current.get(id) ?? id
  const mutationKey = ['task-items', taskId]
  const { mutate } = useMutation({
    mutationKey,
    // Runs in sequence, so that steps added quickly keep their order.
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onMutate: async ({ foresee }) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before && foresee) queries.setQueryData(queryKey, foresee(before))
      return before
    },
    onError: (error, _, before) => {
      if (before) queries.setQueryData(queryKey, before)
      toast({ tone: 'error', text: text(taskPanelStrings.stepFailed, { reason: reasonOf(error) }) })
    },
    onSuccess: (_, { said }) => said?.(),
    // Refetch only after the last one, so that queued steps do not disappear.
    onSettled: () =>
      queries.isMutating({ mutationKey }) > 1
        ? undefined
        : Promise.all([
            queries.invalidateQueries({ queryKey }),
            queries.invalidateQueries({ queryKey: tasksQuery(projectId).queryKey }),
          ]),
  })
  const params = (item: TaskItem) => ({ projectId, taskId, itemId: idOf(item.id) })
  const edit = (item: TaskItem, body: { text?: string; done?: boolean; beforeId?: string | null }) =>
    taskApi('PATCH /api/projects/:projectId/tasks/:taskId/items/:itemId', { params: params(item), body })
  const changed = (item: TaskItem, change: Partial<TaskItem>) => (items: readonly TaskItem[]) =>
    items.map((one) => (one.id === item.id ? { ...one, ...change } : one))
  return {
    /** Keeps a step's React key the same when it gets its real id. */
    keyOf: ({ id }: TaskItem) => [...given.current].find(([, real]) => real === id)?.[0] ?? id,
    add: (words: string) => {
      const id = `new-${randomKey()}`
      mutate({
        carryOut: async () => {
          const made = await taskApi('POST /api/projects/:projectId/tasks/:taskId/items', {
            params: { projectId, taskId },
            body: { text: words },
          })
          given.current.set(id, made.id)
        },
        foresee: (items) => [...items, { id, text: words, done: false }],
      })
    },
    tick: (item: TaskItem, done: boolean) =>
      mutate({ carryOut: () => edit(item, { done }), foresee: changed(item, { done }) }),
    rename: (item: TaskItem, words: string) =>
      mutate({ carryOut: () => edit(item, { text: words }), foresee: changed(item, { text: words }) }),
    move: (item: TaskItem, beforeId: string | null) =>
      mutate({
        carryOut: () => edit(item, { beforeId: beforeId && idOf(beforeId) }),
        foresee: (items) => {
          const others = items.filter(({ id }) => id !== item.id)
          const at = beforeId === null ? others.length : others.findIndex(({ id }) => id === beforeId)
          return [...others.slice(0, at), item, ...others.slice(at)]
        },
      }),
    remove: (item: TaskItem) =>
      mutate({
        carryOut: () =>
          taskApi('DELETE /api/projects/:projectId/tasks/:taskId/items/:itemId', { params: params(item) }),
        foresee: (items) => items.filter(({ id }) => id !== item.id),
        said: () =>
          void toast({
            text: taskPanelStrings.stepRemoved,
            undo: () =>
              mutate({
                carryOut: () =>
                  taskApi('POST /api/projects/:projectId/tasks/:taskId/items/:itemId/restore', {
                    params: params(item),
                  }),
              }),
          }),
      }),
  }
}
