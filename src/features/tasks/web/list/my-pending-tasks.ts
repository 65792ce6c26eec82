import type { Unread } from '#web/outbox/use-outgoing.ts'
import { isDone } from '../../task-order.ts'
import type { MyTask, Task } from '../../tasks.contract.ts'
import { withPending } from '../pending-tasks.ts'

export interface MyList {
  readonly myId: string
  readonly done: boolean
  /** What else is known of a project's tasks: a change may give one of them to oneself, or bring it into this list. */
  readonly othersOf: (projectId: string) => readonly MyTask[]
  /** The names for a task of a project; undefined where they are not known here. */
  readonly named: (task: Task) => MyTask | undefined
}

/** One's own list as it will be once everything that is on its way has arrived. */
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

/** As the server has them: what is due first, what has no day last. */
function byDay(a: Task, b: Task): number {
  return (
    Number(a.dueOn === null) - Number(b.dueOn === null) ||
    (a.dueOn ?? '').localeCompare(b.dueOn ?? '') ||
    a.createdAt - b.createdAt ||
    (a.id < b.id ? -1 : 1)
  )
}
