import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOutgoing } from '#web/outbox/use-outgoing.ts'
import { withPending } from './pending-tasks.ts'
import { tasksQuery } from './tasks.queries.ts'

/** A project's tasks as they were read, with what is on its way to the server. */
export function useTasks(projectId: string) {
  const { data, error, refetch, isFetching } = useQuery(tasksQuery(projectId))
  const changes = useOutgoing(projectId)
  return { data: useMemo(() => data && withPending(data, changes), [data, changes]), error, refetch, isFetching }
}
