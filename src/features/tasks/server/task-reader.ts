import type { Selectable } from 'kysely'
import { noteTitle } from '#features/notes/note-order.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Task } from '../tasks.contract.ts'
import type { TaskTable } from './tasks.tables.ts'

/** The part of a note's text that a card shows. */
const NOTE_CHARACTERS = 280

/** Tasks as answered, with their notes' text and the number of finished steps: two reads, whatever their number. */
export async function taskReader(
  db: Db,
  rows: readonly Selectable<TaskTable>[],
): Promise<(row: Selectable<TaskTable>) => Task> {
  const notes = await notesOf(
    db,
    rows.flatMap(({ note_id: noteId }) => noteId ?? []),
  )
  const steps = await stepsOf(
    db,
    rows.map(({ id }) => id),
  )
  return (row) => ({
    id: row.id,
    projectId: row.project_id,
    number: row.number,
    title: row.title,
    description: row.description,
    state: row.state,
    priority: row.priority,
    position: row.position,
    assigneeId: row.assignee_id,
    dueOn: row.due_on,
    trackId: row.track_id,
    fromSeconds: row.from_seconds,
    toSeconds: row.to_seconds,
    noteId: row.note_id,
    part: row.part,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    note: notes.get(row.note_id ?? '') ?? null,
    checklist: steps.get(row.id) ?? { done: 0, count: 0 },
  })
}

async function notesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Task['note']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('notes')
    .innerJoin('versions', 'versions.id', 'notes.version_id')
    .leftJoin('versions as fixing', 'fixing.id', 'notes.fixed_in')
    .leftJoin('user', 'user.id', 'notes.author_id')
    .select([
      'notes.id',
      'notes.body',
      'notes.author_id',
      'notes.track_id',
      'notes.state',
      'notes.part',
      'notes.created_at',
      'notes.from_seconds',
      'notes.to_seconds',
      'versions.number as version_number',
      'fixing.number as fixed_number',
      'user.name as author_name',
    ])
    .where('notes.id', 'in', ids)
    .where('notes.deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        trackId: row.track_id,
        text: noteTitle(row.body, NOTE_CHARACTERS),
        authorId: row.author_id,
        authorName: row.author_name,
        state: row.state,
        part: row.part,
        createdAt: row.created_at,
        versionNumber: row.version_number,
        fixedInNumber: row.fixed_number,
        fromSeconds: row.from_seconds,
        toSeconds: row.to_seconds,
      },
    ]),
  )
}

async function stepsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Task['checklist']>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('task_items')
    .select((eb) => ['task_id', eb.fn.count<number>('done_at').as('done'), eb.fn.countAll<number>().as('count')])
    .where('task_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('task_id')
    .execute()
  return new Map(rows.map((row) => [row.task_id, { done: Number(row.done), count: Number(row.count) }]))
}
