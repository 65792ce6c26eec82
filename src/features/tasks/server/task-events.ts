import type { Selectable } from 'kysely'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import type { TracedField } from '../tasks.contract.ts'
import type { TaskTable } from './tasks.tables.ts'

interface Told {
  /** If the change may have given it to somebody else. */
  readonly assigneeBefore?: string | null
  readonly changed?: readonly TracedField[]
  readonly fromNoteId?: string | null
  readonly fixedInId?: string | null
}

/**
 * Emits to the project, and to the task's current and previous assignee. What its history tells goes along under keys
 * of its own, because an event that names a note or a version is an event of those as well.
 */
export async function tellTask(
  scope: ProjectScope,
  kind: ProjectEventKind,
  { id: taskId, assignee_id: assigneeId }: Pick<Selectable<TaskTable>, 'id' | 'assignee_id'>,
  { assigneeBefore, changed = [], fromNoteId, fixedInId }: Told = {},
): Promise<void> {
  // A new task has no previous assignee; otherwise the argument says.
  const before = assigneeBefore === undefined ? (kind === 'task.added' ? null : assigneeId) : assigneeBefore
  await emit(scope, `project:${scope.projectId}`, kind, {
    projectId: scope.projectId,
    taskId,
    ...(assigneeId && assigneeId !== before && { assigneeId }),
    ...(changed.length > 0 && { changed: changed.join(' ') }),
    ...(fromNoteId && { fromNoteId }),
    ...(fixedInId && { fixedInId }),
  })
  const told = new Set([assigneeId, before])
  if (assigneeId === null && before === null) return
  // Without people who have left. Locked in one order everywhere, to avoid deadlocks.
  for (const userId of await peopleIn(scope.db, scope.projectId))
    if (told.has(userId)) await emit(scope, `user:${userId}`, kind, { projectId: scope.projectId, taskId })
}
