import type { Selectable } from 'kysely'
import { changedMeanwhile, refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { openNote } from '#features/notes/server/notes.scope.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import type { Task } from '../tasks.contract.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'
import { taskErrors } from '../tasks.errors.ts'
import { placeBefore } from './task-places.queries.ts'
import type { TaskTable } from './tasks.tables.ts'

interface TaskChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly state?: TaskState | undefined
  readonly priority?: TaskPriority | undefined
  readonly assigneeId?: string | null | undefined
  readonly dueOn?: string | null | undefined
  readonly trackId?: string | null | undefined
  readonly fromSeconds?: number | null | undefined
  readonly toSeconds?: number | null | undefined
  readonly noteId?: string | null | undefined
}

export async function listTasks({ db, projectId }: ProjectScope, { cursor, limit, state }: { cursor?: string | undefined; limit: number; state?: TaskState | undefined }): Promise<{ items: Task[]; nextCursor: string | null }> {
  const after = readCursor(cursor, { fractions: true })
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'todo'))
    .$if(after !== undefined, (q) => q.where((eb) => eb.or([eb('position', '>', after?.[0] ?? 0), eb.and([eb('position', '=', after?.[0] ?? 0), eb('id', '>', after?.[1] ?? '')])])))
    .orderBy('position')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.position, row.id], taskOf)
}

export async function addTask(scope: ProjectScope, { title, ...change }: TaskChange & { readonly title: string }): Promise<Task> {
  const { db, projectId, actor, now, newId } = scope
  await mustFit(scope, change)
  const { last_task_number: number } = await db.updateTable('projects').set((eb) => ({ last_task_number: eb('last_task_number', '+', 1) })).where('id', '=', projectId).returning('last_task_number').executeTakeFirstOrThrow()
  const at = now()
  const row: Selectable<TaskTable> = {
    id: newId(), project_id: projectId, number, title, description: change.description ?? '', state: change.state ?? 'todo', priority: change.priority ?? 'normal', position: number,
    assignee_id: change.assigneeId ?? null, due_on: change.dueOn ?? null, track_id: change.trackId ?? null, from_seconds: change.fromSeconds ?? null, to_seconds: change.toSeconds ?? null, note_id: change.noteId ?? null,
    created_by: actor.userId, created_at: at, updated_at: at, deleted_at: null,
  }
  await db.insertInto('tasks').values(row).execute()
  await tell(scope, 'task.added', row.id, row.assignee_id)
  return taskOf(row)
}

/** Title and description as somebody saw them who changes them. */
interface SeenWords {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

/** Words that are others than those seen are not overwritten. */
export async function editTask(scope: ProjectScope, taskId: string, { beforeId, basedOn = {}, ...change }: TaskChange & { readonly beforeId?: string | null | undefined; readonly basedOn?: SeenWords | undefined }): Promise<Task> {
  const { db, now } = scope
  const before = await openTask(scope, taskId)
  await mustBeSeen(scope, before, change, basedOn)
  await mustFit(scope, { ...change, fromSeconds: change.fromSeconds === undefined ? before.from_seconds : change.fromSeconds, toSeconds: change.toSeconds === undefined ? before.to_seconds : change.toSeconds })
  const position = beforeId === undefined ? undefined : await placeBefore(scope, taskId, change.state ?? before.state, beforeId)
  await db
    .updateTable('tasks')
    .set({
      updated_at: now(),
      ...(change.title !== undefined && { title: change.title }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.state !== undefined && { state: change.state }),
      ...(change.priority !== undefined && { priority: change.priority }),
      ...(change.assigneeId !== undefined && { assignee_id: change.assigneeId }),
      ...(change.dueOn !== undefined && { due_on: change.dueOn }),
      ...(change.trackId !== undefined && { track_id: change.trackId }),
      ...(change.fromSeconds !== undefined && { from_seconds: change.fromSeconds }),
      ...(change.toSeconds !== undefined && { to_seconds: change.toSeconds }),
      ...(change.noteId !== undefined && { note_id: change.noteId }),
      ...(position !== undefined && { position }),
    })
    .where('id', '=', taskId)
    .execute()
  const after = await openTask(scope, taskId)
  await tell(scope, change.state !== undefined && change.state !== before.state ? `task.${change.state}` : 'task.edited', taskId, after.assignee_id, before.assignee_id)
  return taskOf(after)
}

/** The row is held until the change is done, so that nobody comes in between. */
async function mustBeSeen({ db, now }: ProjectScope, { id }: Selectable<TaskTable>, change: SeenWords, seen: SeenWords): Promise<void> {
  if (seen.title === undefined && seen.description === undefined) return
  await db.updateTable('tasks').set({ updated_at: now() }).where('id', '=', id).execute()
  const { title, description } = await db.selectFrom('tasks').select(['title', 'description']).where('id', '=', id).executeTakeFirstOrThrow()
  const isOther = (field: keyof SeenWords, present: string) => seen[field] !== undefined && seen[field] !== present && change[field] !== present
  if (isOther('title', title) || isOther('description', description)) throw changedMeanwhile({ title, description })
}

export async function deleteTask(scope: ProjectScope, taskId: string): Promise<typeof done> {
  const task = await openTask(scope, taskId)
  const result = await scope.db.updateTable('tasks').set({ deleted_at: scope.now() }).where('id', '=', taskId).where('deleted_at', 'is', null).executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await tell(scope, 'task.deleted', taskId, task.assignee_id)
  return done
}

export async function restoreTask(scope: ProjectScope, taskId: string): Promise<Task> {
  const result = await scope.db.updateTable('tasks').set({ deleted_at: null }).where('id', '=', taskId).where('project_id', '=', scope.projectId).where('deleted_at', 'is not', null).executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  const task = await openTask(scope, taskId)
  await tell(scope, 'task.restored', taskId, task.assignee_id)
  return taskOf(task)
}

async function openTask({ db, projectId }: ProjectScope, taskId: string): Promise<Selectable<TaskTable>> {
  const row = await db.selectFrom('tasks').selectAll().where('id', '=', taskId).where('project_id', '=', projectId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

/** What a task points at must be in the same project, and a range must run forwards. */
async function mustFit(scope: ProjectScope, change: TaskChange): Promise<void> {
  if (change.trackId) await openTrack(scope, change.trackId)
  if (change.noteId) await openNote(scope, change.noteId)
  if (change.assigneeId) {
    if (!(await peopleIn(scope.db, scope.projectId)).includes(change.assigneeId)) throw taskErrors['task.not_a_member']()
  }
  if (change.toSeconds != null && (change.fromSeconds == null || change.toSeconds < change.fromSeconds)) throw taskErrors['task.range']()
}

async function tell(scope: ProjectScope, kind: string, taskId: string, ...assignees: (string | null)[]): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, taskId })
  if (assignees.every((userId) => userId === null)) return
  // Not those who have left. In one order everywhere: two changes that lock streams in turn would wait for each other.
  for (const userId of await peopleIn(scope.db, scope.projectId)) if (assignees.includes(userId)) await emit(scope, `user:${userId}`, kind, { projectId: scope.projectId, taskId })
}

export function taskOf(row: Selectable<TaskTable>): Task {
  return {
    id: row.id, projectId: row.project_id, number: row.number, title: row.title, description: row.description, state: row.state, priority: row.priority, position: row.position,
    assigneeId: row.assignee_id, dueOn: row.due_on, trackId: row.track_id, fromSeconds: row.from_seconds, toSeconds: row.to_seconds, noteId: row.note_id, createdBy: row.created_by, createdAt: row.created_at, updatedAt: row.updated_at,
  }
}
