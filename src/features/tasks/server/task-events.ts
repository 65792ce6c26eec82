import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'

/** Emits to the project, and to the task's current and previous assignee. */
export async function tellTask(
  scope: ProjectScope,
  kind: ProjectEventKind,
  taskId: string,
  ...assignees: (string | null)[]
): Promise<void> {
  // A new task has no previous assignee; otherwise the argument says.
  const [assigneeId, before = kind === 'task.added' ? null : assigneeId] = assignees
  await emit(scope, `project:${scope.projectId}`, kind, {
    projectId: scope.projectId,
    taskId,
    ...(assigneeId && assigneeId !== before && { assigneeId }),
  })
  if (assignees.every((userId) => userId === null)) return
  // Without people who have left. Locked in one order everywhere, to avoid deadlocks.
  for (const userId of await peopleIn(scope.db, scope.projectId))
    if (assignees.includes(userId)) await emit(scope, `user:${userId}`, kind, { projectId: scope.projectId, taskId })
}
