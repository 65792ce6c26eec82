import type { Selectable } from 'kysely'
import { fixNoteIn, moveNote } from '#features/notes/server/notes.queries.ts'
import { findNote } from '#features/notes/server/notes.scope.ts'
import { writeChangelog } from '#features/tracks/server/versions/version-changes.queries.ts'
import type { AddedVersion } from '#features/tracks/server/versions/version-hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import { Refusal } from '#shared/errors.ts'
import { isDone } from '../task-order.ts'
import { tellTask } from './task-events.ts'
import type { TaskTable, VersionStartItemTable } from './tasks.tables.ts'
import { findOpenStart } from './version-starts.queries.ts'

/**
 * Closes a track's version plan with the version that was just added, in its transaction: done items become its
 * changelog, and their tasks and notes are fixed in it. Without the uploader's answer, the ticks decide.
 */
export async function closeVersionPlan(
  scope: ProjectScope,
  { trackId, versionId, begunAt, answer }: AddedVersion,
): Promise<void> {
  const { db, now } = scope
  const start = await findOpenStart(scope, trackId)
  const isAnswered = start !== undefined && answer?.startId === start.id
  if (!start || (!isAnswered && start.started_at > begunAt)) return
  await db
    .updateTable('version_starts')
    .set({ version_id: versionId, uploaded_at: now() })
    .where('id', '=', start.id)
    .execute()
  const items = await db
    .selectFrom('version_start_items')
    .selectAll()
    .where('start_id', '=', start.id)
    .orderBy('position')
    .execute()
  const done = items.filter(({ position, ticked_at: tickedAt }) =>
    isAnswered ? answer?.done.includes(position) : tickedAt !== null,
  )
  const tasks = await tasksOf(scope, done)
  // A task that was worded anew since says what was done, not what was complained about.
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  await writeChangelog(
    scope,
    versionId,
    done.map(({ title, task_id: taskId, task_number: taskNumber }) => ({
      text: titles.get(taskId ?? '') ?? title,
      taskId,
      taskNumber,
    })),
  )
  for (const task of tasks) await fixTask(scope, task, versionId)
}

/** Sorted by assignee, because users' streams are locked in one order everywhere. */
async function tasksOf(
  { db }: ProjectScope,
  items: readonly Selectable<VersionStartItemTable>[],
): Promise<readonly Selectable<TaskTable>[]> {
  const ids = items.flatMap(({ task_id: taskId }) => taskId ?? [])
  const tasks = await db
    .selectFrom('tasks')
    .selectAll()
    .where('id', 'in', ['', ...ids])
    .where('deleted_at', 'is', null)
    .execute()
  return tasks.toSorted((a, b) => compare(a.assignee_id ?? '', b.assignee_id ?? '') || a.number - b.number)
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * A note fixed in an older version meanwhile becomes fixed in this one; verified notes and those that may not move
 * stay, with their tasks.
 */
async function fixTask(scope: ProjectScope, task: Selectable<TaskTable>, versionId: string): Promise<void> {
  const { db, now } = scope
  const opened = task.note_id === null ? undefined : await findNote(scope, task.note_id)
  if (opened?.note.state === 'open') await moveNote(opened, 'fixed', versionId).catch(stays)
  else if (opened?.note.state === 'fixed') await fixNoteIn(opened, versionId)
  if (opened || isDone(task)) return
  await db.updateTable('tasks').set({ state: 'fixed', updated_at: now() }).where('id', '=', task.id).execute()
  await tellTask(scope, 'task.fixed', task, { fixedInId: versionId })
}

/** The note's track may be final or in the trash; that must not refuse an upload. */
function stays(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
