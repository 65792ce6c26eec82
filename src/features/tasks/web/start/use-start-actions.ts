import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { VersionStart, VersionStartItem } from '../../version-starts.contract.ts'
import { startStrings } from './start.strings.ts'
import { tasksQuery } from '../tasks.client.ts'
import { startApi, startsQuery } from './version-starts.client.ts'

interface Change {
  readonly carryOut: () => Promise<unknown>
  readonly foresee?: (starts: readonly VersionStart[]) => VersionStart[]
  readonly said?: () => void
}

/** Starts the next version, ticks its tasks, and cancels it. */
export function useStartActions(projectId: string) {
  const queries = useQueryClient()
  const { queryKey } = startsQuery(projectId)
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onMutate: async ({ foresee }) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      if (before && foresee) queries.setQueryData(queryKey, foresee(before))
      return before
    },
    onError: (error, _, before) => {
      if (before) queries.setQueryData(queryKey, before)
      toast({ tone: 'error', text: text(startStrings.failed, { reason: reasonOf(error) }) })
    },
    onSuccess: (_, { said }) => said?.(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries({ queryKey: tasksQuery(projectId).queryKey }),
      ]),
  })
  return {
    start: (trackId: string, withProjectTasks: boolean) =>
      mutate({
        carryOut: () =>
          startApi('POST /api/projects/:projectId/tracks/:trackId/starts', {
            params: { projectId, trackId },
            body: { withProjectTasks },
          }),
      }),
    tick: (start: VersionStart, { position }: VersionStartItem, ticked: boolean) =>
      mutate({
        carryOut: () =>
          startApi('PUT /api/projects/:projectId/starts/:startId/items/:position', {
            params: { projectId, startId: start.id, position: String(position) },
            body: { ticked },
          }),
        foresee: (starts) =>
          starts.map((one) =>
            one.id === start.id
              ? { ...one, items: one.items.map((item) => (item.position === position ? { ...item, ticked } : item)) }
              : one,
          ),
      }),
    cancel: (start: VersionStart) =>
      mutate({
        carryOut: () =>
          startApi('DELETE /api/projects/:projectId/starts/:startId', { params: { projectId, startId: start.id } }),
        foresee: (starts) => starts.filter(({ id }) => id !== start.id),
        said: () =>
          void toast({
            text: text(startStrings.cancelled, { number: start.number }),
            undo: () =>
              mutate({
                carryOut: () =>
                  startApi('POST /api/projects/:projectId/starts/:startId/restore', {
                    params: { projectId, startId: start.id },
                  }),
              }),
          }),
      }),
  }
}
