import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { meQuery, sessionQuery } from '#features/account/web/account.queries.ts'
import { notesKey } from '#features/notes/web/notes.queries.ts'
import { myTasksKey, tasksQuery } from '#features/tasks/web/tasks.queries.ts'
import { useLiveClient } from '#web/live/use-live.ts'
import type { Outbox } from '#web/outbox/outbox.ts'
import { OutboxBanner } from '#web/outbox/OutboxBanner.tsx'
import { openOutbox } from '#web/outbox/the-outbox.ts'

/** Sends what was changed here, also what an earlier visit left, and tells what becomes of it. */
export default function OutboxSlot() {
  const { data: me } = useQuery(meQuery)
  const queries = useQueryClient()
  const live = useLiveClient()
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  const userId = me?.id
  useEffect(() => {
    if (userId === undefined) return undefined
    let isHere = true
    const readAgain = (projectId: string) => Promise.all([notesKey(projectId), tasksQuery(projectId).queryKey, myTasksKey, ['project', projectId, 'details']].map((queryKey) => queries.invalidateQueries({ queryKey })))
    const opened = openOutbox(userId, { readAgain, unauthorized: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }) })
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
  return outbox && <OutboxBanner outbox={outbox} />
}
