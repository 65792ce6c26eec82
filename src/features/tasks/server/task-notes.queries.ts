import type { Selectable } from 'kysely'
import { moveNote } from '#features/notes/server/notes.queries.ts'
import { findNote, type NoteScope } from '#features/notes/server/notes.scope.ts'
import type { NoteTable } from '#features/notes/server/notes.tables.ts'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { proposedLast } from '#features/tracks/server/tracks.scope.ts'
import type { ProjectScope } from '#server/scope.ts'
import { Refusal, refused } from '#shared/errors.ts'
import type { TaskState } from '../task-choices.ts'
import { noteStepsTo, taskStateWith } from '../task-note.ts'
import { taskErrors } from '../tasks.contract.ts'
import { tellTask } from './task-events.ts'
import type { TaskTable } from './tasks.tables.ts'

/** Updates a note's task when the note changes state or is restored. */
export async function followNote(scope: NoteScope): Promise<void> {
  const { db, note, now } = scope
  const tasks = await db
    .selectFrom('tasks')
    .selectAll()
    .where('note_id', '=', note.id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const task of tasks) {
    const state = taskStateWith(note.state, task.state)
    if (state === task.state) continue
    await db.updateTable('tasks').set({ state, updated_at: now() }).where('id', '=', task.id).execute()
    await tellTask(scope, `task.${state}`, task, { fixedInId: state === 'fixed' ? note.fixed_in : null })
  }
}

/**
 * Moves a task's note to the task's new state, if the user may; the task then follows. True if the note moved. A note
 * in the trash blocks nothing.
 */
export async function moveNoteOf(scope: ProjectScope, noteId: string | null, state: TaskState): Promise<boolean> {
  if (noteId === null) return false
  await lockProject(scope.db, scope.projectId)
  let at = await findNote(scope, noteId)
  if (!at) return false
  const { note } = at
  const steps = noteStepsTo(note.state, state)
  const versionId = note.fixed_in ?? (await newestVersionOf(scope, note))
  for (const step of steps) at = await moveNote(at, step, step === 'fixed' ? versionId : null).catch(saidOfTask)
  return steps.length > 0
}

/** What a task begins with that is made from a note, or linked to one. A note has at most one task. */
export async function takeNote(
  scope: ProjectScope,
  noteId: string,
  taskId: string | undefined,
): Promise<{ readonly state: TaskState; readonly part: string | null }> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const { note } = (await findNote(scope, noteId)) ?? {}
  if (!note || note.parent_id !== null) throw refused.not_found()
  if (await hasOtherTask(scope, noteId, taskId)) throw taskErrors['task.note_taken']()
  return { state: taskStateWith(note.state, 'todo'), part: note.part }
}

/** A restored task takes its note's state, or loses the note if another task has it now. */
export async function returnToNote(
  scope: ProjectScope,
  task: Selectable<TaskTable>,
): Promise<Partial<Pick<TaskTable, 'state' | 'note_id'>>> {
  if (task.note_id === null) return {}
  await lockProject(scope.db, scope.projectId)
  if (await hasOtherTask(scope, task.note_id, task.id)) return { note_id: null }
  const { note } = (await findNote(scope, task.note_id)) ?? {}
  return note ? { state: taskStateWith(note.state, task.state) } : {}
}

async function hasOtherTask({ db }: ProjectScope, noteId: string, taskId: string | undefined): Promise<boolean> {
  const other = await db
    .selectFrom('tasks')
    .select('id')
    .where('note_id', '=', noteId)
    .where('deleted_at', 'is', null)
    .where('id', '!=', taskId ?? '')
    .executeTakeFirst()
  return other !== undefined
}

/** The track's current version. */
async function newestVersionOf(
  { db }: ProjectScope,
  { track_id: trackId }: Selectable<NoteTable>,
): Promise<string | null> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('track_id', '=', trackId)
    .where('deleted_at', 'is', null)
    .orderBy(proposedLast)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Turns the note's refusal into the task's. */
function saidOfTask(error: unknown): never {
  throw error instanceof Refusal && error.code === 'note.state' ? taskErrors['task.follows_note']() : error
}
