import type { Unread } from '#web/outbox/use-outgoing.ts'
import { isDone } from '../../task-order.ts'
import type { MyTask, Task } from '../../tasks.contract.ts'
import { withPending } from '../pending-tasks.ts'

export interface MyList {
  readonly myId: string
  readonly done: boolean
  /** Other known tasks of a project: a change may assign one to the user, and so bring it into this list. */
  readonly othersOf: (projectId: string) => readonly MyTask[]
  /** Adds the names to a project's task; undefined if they are not known here. */
  readonly named: (task: Task) => MyTask | undefined
}

/** The user's list including all queued changes. */
export function myTasksAfter(
  read: readonly MyTask[],
  changes: readonly Unread[],
  { myId, done, othersOf, named }: MyList,
): readonly MyTask[] {
  if (changes.length === 0) return read
  const byProject = Map.groupBy(changes, ({ outgoing }) => outgoing.projectId)
  const listed = new Set(read.map(({ id }) => id))
  const tasks = [...byProject].flatMap(([projectId, own]) => {
    const touched = new Set(own.map(({ outgoing }) => outgoing.params['taskId']))
    const others = othersOf(projectId).filter(({ id }) => touched.has(id) && !listed.has(id))
    return withPending<MyTask>(
      [
        ...read.filter((task) => task.projectId === projectId),
        ...new Map(others.map((task) => [task.id, task])).values(),
      ],
      own,
    )
  })
  const after = tasks.flatMap((task) => ('projectName' in task ? task : (named(task) ?? [])))
  return [...read.filter(({ projectId }) => !byProject.has(projectId)), ...after]
    .filter((task) => task.assigneeId === myId && isDone(task) === done)
    .sort(byDay)
}

/** The server's order: by due date, tasks without one last. */
function byDay(a: Task, b: Task): number {
  return (
    Number(a.dueOn === null) - Number(b.dueOn === null) ||
    (a.dueOn ?? '').localeCompare(b.dueOn ?? '') ||
    a.createdAt - b.createdAt ||
    (a.id < b.id ? -1 : 1)
  )
}
