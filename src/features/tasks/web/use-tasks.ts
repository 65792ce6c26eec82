import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOutgoing } from '#web/outbox/use-outgoing.ts'
import { withPending } from './pending-tasks.ts'
import { tasksQuery } from './tasks.client.ts'

/** A project's tasks as they were read, with what is on its way to the server. */
export function useTasks(projectId: string) {
  const { data, error, refetch, isFetching } = useQuery(tasksQuery(projectId))
  const changes = useOutgoing(projectId)
  const tasks = useMemo(() => {
    if (data || !error) return data && withPending(data, changes)
    // Where nothing could be read, one's own tasks that wait in this browser are there all the same.
    const own = withPending([], changes)
    return own.length > 0 ? own : undefined
  }, [data, error, changes])
  return { data: tasks, isRead: data !== undefined, error, refetch, isFetching }
}
