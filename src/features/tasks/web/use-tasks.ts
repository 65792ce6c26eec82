import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOutgoing } from '#web/outbox/use-outgoing.ts'
import { withPending } from './pending-tasks.ts'
import { tasksQuery } from './tasks.client.ts'

/** A project's fetched tasks, with queued changes applied. */
export function useTasks(projectId: string) {
  const { data, error, refetch, isFetching } = useQuery(tasksQuery(projectId))
  const changes = useOutgoing(projectId)
  const tasks = useMemo(() => {
    if (data || !error) return data && withPending(data, changes)
    // If nothing could be fetched, still show the user's queued tasks.
    const own = withPending([], changes)
    return own.length > 0 ? own : undefined
  }, [data, error, changes])
  return { data: tasks, isRead: data !== undefined, error, refetch, isFetching }
}
