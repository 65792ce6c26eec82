import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectDetailsQuery } from '#features/tracks/web/project-details.query.ts'
import { useAllOutgoing } from '#web/outbox/use-outgoing.ts'
import type { MyTask, Task } from '../tasks.contract.ts'
import { myTasksAfter } from './my-pending-tasks.ts'
import { myTasksQuery, tasksQuery } from './tasks.client.ts'

/** What is given to oneself in every project, with what is on its way to the server. */
export function useMyTasks(myId: string, done: boolean) {
  const queries = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(myTasksQuery(done))
  const changes = useAllOutgoing()
  const tasks = useMemo(() => {
    const named = (task: Task): MyTask | undefined => {
      const project = queries.getQueryData(projectDetailsQuery(task.projectId).queryKey)
      return (
        project && {
          ...task,
          projectName: project.name,
          taskPrefix: project.taskPrefix,
          trackTitle: project.tracks.find(({ id }) => id === task.trackId)?.title ?? null,
        }
      )
    }
    const othersOf = (projectId: string) => [
      ...(queries.getQueryData(tasksQuery(projectId).queryKey) ?? []).flatMap((task) => named(task) ?? []),
      ...(queries.getQueryData(myTasksQuery(!done).queryKey) ?? []).filter((task) => task.projectId === projectId),
    ]
    if (data || !error) return data && myTasksAfter(data, changes, { myId, done, othersOf, named })
    // As in a project: what waits here is there though the list could not be read.
    const own = myTasksAfter([], changes, { myId, done, othersOf, named })
    return own.length > 0 ? own : undefined
  }, [queries, data, error, changes, myId, done])
  return { data: tasks, isRead: data !== undefined, error, refetch, isFetching }
}
