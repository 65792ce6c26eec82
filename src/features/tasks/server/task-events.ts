import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'

/** Tells the project of a task, and those it is or was given to. */
export async function tellTask(
  scope: ProjectScope,
  kind: ProjectEventKind,
  taskId: string,
  ...assignees: (string | null)[]
): Promise<void> {
  // A new task is given; any other is where it was somebody else's before.
  const [assigneeId, before = kind === 'task.added' ? null : assigneeId] = assignees
  await emit(scope, `project:${scope.projectId}`, kind, {
    projectId: scope.projectId,
    taskId,
    ...(assigneeId && assigneeId !== before && { assigneeId }),
  })
  if (assignees.every((userId) => userId === null)) return
  // Not those who have left. In one order everywhere: two changes that lock streams in turn would wait for each other.
  for (const userId of await peopleIn(scope.db, scope.projectId))
    if (assignees.includes(userId)) await emit(scope, `user:${userId}`, kind, { projectId: scope.projectId, taskId })
}
