import type { Selectable, Updateable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused, refuseUnseen } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { TaskPriority, TaskState } from '../task-choices.ts'
import { type Task, taskErrors, type TracedField, tracedFields } from '../tasks.contract.ts'
import { tellTask } from './task-events.ts'
import { moveNoteOf, returnToNote, takeNote } from './task-notes.queries.ts'
import { placeBefore } from './task-places.queries.ts'
import { taskReader } from './task-reader.ts'
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
  readonly part?: string | null | undefined
}

export async function listTasks(
  { db, projectId }: ProjectScope,
  { cursor, limit, state }: { cursor?: string | undefined; limit: number; state?: TaskState | undefined },
): Promise<{ items: Task[]; nextCursor: string | null }> {
  const after = readCursor(cursor, { fractions: true })
  const rows = await db
    .selectFrom('tasks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'todo'))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('position', '>', after?.[0] ?? 0),
          eb.and([eb('position', '=', after?.[0] ?? 0), eb('id', '>', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.position, row.id], await taskReader(db, rows))
}

/** With a note, the task starts in the note's state. */
export async function addTask(
  scope: ProjectScope,
  { title, ...change }: TaskChange & { readonly title: string },
): Promise<Task> {
  const { db, projectId, actor, now, newId } = scope
  await mustFit(scope, change)
  const { noteId = null, state } = change
  const taken = noteId === null ? undefined : await takeNote(scope, noteId, undefined)
  const begun = taken?.state ?? state
  const { last_task_number: number } = await db
    .updateTable('projects')
    .set((eb) => ({ last_task_number: eb('last_task_number', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_task_number')
    .executeTakeFirstOrThrow()
  const at = now()
  const row: Selectable<TaskTable> = {
    id: newId(),
    project_id: projectId,
    number,
    title,
    description: change.description ?? '',
    state: begun ?? 'todo',
    priority: change.priority ?? 'normal',
    position: number,
    assignee_id: change.assigneeId ?? null,
    due_on: change.dueOn ?? null,
    track_id: change.trackId ?? null,
    from_seconds: change.fromSeconds ?? null,
    to_seconds: change.toSeconds ?? null,
    note_id: noteId,
    part: change.part === undefined ? (taken?.part ?? null) : change.part,
    created_by: actor.userId,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  }
  await db.insertInto('tasks').values(row).execute()
  await tellTask(scope, 'task.added', row, { fromNoteId: noteId })
  if (noteId !== null && state !== undefined && state !== begun) return editTask(scope, row.id, { state })
  return readTask(scope, row.id)
}

/** What the editor saw of a task's words. */
type SeenWords = Pick<TaskChange, 'title' | 'description' | 'part'>

/**
 * A task with a note changes state only if the note may, and moves the note too. A text changed since it was seen is
 * not overwritten.
 */
export async function editTask(
  scope: ProjectScope,
  taskId: string,
  {
    beforeId,
    basedOn = {},
    ...change
  }: TaskChange & { readonly beforeId?: string | null | undefined; readonly basedOn?: SeenWords | undefined },
): Promise<Task> {
  const { db, now } = scope
  await lockProject(db, scope.projectId)
  const before = await openTask(scope, taskId)
  const { title, description, part } = before
  refuseUnseen({ title, description, part }, change, basedOn)
  await mustFit(scope, {
    ...change,
    fromSeconds: change.fromSeconds === undefined ? before.from_seconds : change.fromSeconds,
    toSeconds: change.toSeconds === undefined ? before.to_seconds : change.toSeconds,
  })
  const noteId = change.noteId === undefined ? before.note_id : change.noteId
  const given = noteId !== null && noteId !== before.note_id ? await takeNote(scope, noteId, taskId) : undefined
  const state = change.state ?? given?.state
  if (state !== undefined && state !== before.state) await moveNoteOf(scope, noteId, state)
  // The note may have moved it already.
  const moved = await openTask(scope, taskId)
  const position =
    beforeId === undefined ? undefined : await placeBefore(scope, taskId, state ?? before.state, beforeId)
  await db
    .updateTable('tasks')
    .set({
      updated_at: now(),
      ...changedColumns({ ...change, state }),
      ...(position !== undefined && { position }),
    })
    .where('id', '=', taskId)
    .execute()
  const after = await openTask(scope, taskId)
  const isTold = moved.state !== before.state && after.state === moved.state && isOnlyAMove(change)
  if (!isTold)
    await tellTask(scope, after.state === moved.state ? 'task.edited' : `task.${after.state}`, after, {
      assigneeBefore: before.assignee_id,
      changed: changedFields(before, after),
    })
  return readTask(scope, taskId)
}

function changedColumns(change: TaskChange): Updateable<TaskTable> {
  return {
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
    ...(change.part !== undefined && { part: change.part }),
  }
}

const columnsOf = {
  title: ['title'],
  description: ['description'],
  priority: ['priority'],
  assigneeId: ['assignee_id'],
  dueOn: ['due_on'],
  trackId: ['track_id'],
  fromSeconds: ['from_seconds', 'to_seconds'],
  part: ['part'],
} as const satisfies Record<TracedField, readonly (keyof TaskTable)[]>

function changedFields(before: Selectable<TaskTable>, after: Selectable<TaskTable>): readonly TracedField[] {
  return tracedFields.filter((field) => columnsOf[field].some((column) => before[column] !== after[column]))
}

function isOnlyAMove(change: TaskChange): boolean {
  return Object.entries(change).every(([field, value]) => field === 'state' || value === undefined)
}

/** The note stays as it is, and another task may be made from it. */
export async function deleteTask(scope: ProjectScope, taskId: string): Promise<typeof done> {
  const task = await openTask(scope, taskId)
  const result = await scope.db
    .updateTable('tasks')
    .set({ deleted_at: scope.now() })
    .where('id', '=', taskId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await tellTask(scope, 'task.deleted', task)
  return done
}

/** Takes the note's current state. */
export async function restoreTask(scope: ProjectScope, taskId: string): Promise<Task> {
  const gone = await scope.db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!gone) throw refused.not_found()
  const result = await scope.db
    .updateTable('tasks')
    .set({ deleted_at: null, ...(await returnToNote(scope, gone)) })
    .where('id', '=', taskId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await tellTask(scope, 'task.restored', gone)
  return readTask(scope, taskId)
}

async function readTask(scope: ProjectScope, taskId: string): Promise<Task> {
  const row = await openTask(scope, taskId)
  return (await taskReader(scope.db, [row]))(row)
}

export async function openTask({ db, projectId }: ProjectScope, taskId: string): Promise<Selectable<TaskTable>> {
  const row = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', taskId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

/** A task may only refer to things in its project, and a range must end after its start. */
async function mustFit(scope: ProjectScope, change: TaskChange): Promise<void> {
  if (change.trackId) await openTrack(scope, change.trackId)
  if (change.assigneeId) {
    if (!(await peopleIn(scope.db, scope.projectId)).includes(change.assigneeId))
      throw taskErrors['task.not_a_member']()
  }
  if (change.toSeconds != null && (change.fromSeconds == null || change.toSeconds < change.fromSeconds))
    throw taskErrors['task.range']()
}
