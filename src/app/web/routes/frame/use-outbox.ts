import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { notesKey } from '#features/notes/web/notes.client.ts'
import { touchChange } from '#features/notes/web/touch-change.ts'
import { myTasksKey, tasksQuery } from '#features/tasks/web/tasks.client.ts'
import { useLiveClient } from '#web/live/use-live.ts'
import { outgoingInBrowser } from '#web/outbox/kept-outgoing.ts'
import { Outbox } from '#web/outbox/outbox.ts'
import { openOutbox } from '#web/outbox/outbox-store.ts'

/**
 * The outbox of the present member or guest; null until it is open. `onUnauthorized`: the server no longer accepts
 * them.
 */
export function useOutbox(userId: string | undefined, onUnauthorized: () => void): Outbox | null {
  const queries = useQueryClient()
  const live = useLiveClient()
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const unauthorized = useEffectEvent(onUnauthorized)
  useEffect(() => {
    if (userId === undefined) return undefined
    let isHere = true
    const opened = openOutbox(
      userId,
      queries,
      () =>
        new Outbox({
          store: outgoingInBrowser(userId),
          readAgain: ({ outgoing, madeId }) => {
            const { projectId } = outgoing
            const keys = [
              tasksQuery(projectId).queryKey,
              myTasksKey,
              ['project', projectId, 'details'],
              ...(touchChange(queries, outgoing, madeId) ? [notesKey(projectId)] : []),
            ]
            return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
          },
          unauthorized: () => unauthorized(),
        }),
    )
    void Promise.resolve(opened).then((one) => isHere && setOutbox(one))
    const back = () => opened.flush()
    window.addEventListener('online', back)
    const unwatch = live?.watch(() => live.isConnected() && back())
    return () => {
      isHere = false
      window.removeEventListener('online', back)
      unwatch?.()
    }
  }, [userId, queries, live])
  return outbox
}
