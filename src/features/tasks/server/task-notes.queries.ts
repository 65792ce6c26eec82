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

/** Takes the task of a note along wherever the note goes, and back to it when the note is restored. */
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
    await tellTask(scope, `task.${state}`, task.id, task.assignee_id)
  }
}

/**
 * Brings the note of a task to where the task is put, as far as the person may: the task goes along. True when the note
 * has moved. A note in the trash holds nobody back.
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

/** What a task made from a note, or given one, begins as. A note has one task at a time. */
export async function takeNote(scope: ProjectScope, noteId: string, taskId: string | undefined): Promise<TaskState> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const { note } = (await findNote(scope, noteId)) ?? {}
  if (!note || note.parent_id !== null) throw refused.not_found()
  if (await hasOtherTask(scope, noteId, taskId)) throw taskErrors['task.note_taken']()
  return taskStateWith(note.state, 'todo')
}

/**
 * How a restored task stands to the note it came from: in its state, or apart from it where another task has taken its
 * place.
 */
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

/** What people hear of the track by now. */
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

/** On a task one is told why it does not move. */
function saidOfTask(error: unknown): never {
  throw error instanceof Refusal && error.code === 'note.state' ? taskErrors['task.follows_note']() : error
}
