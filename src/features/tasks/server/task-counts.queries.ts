import { sql } from 'kysely'
import type { CardCount } from '#features/projects/server/project-hooks.ts'
import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'
import type { ProjectScope, ServerScope } from '#server/scope.ts'

export async function countTasks(db: Db, projectId: string): Promise<{ readonly all: number; readonly open: number }> {
  const rows = await db
    .selectFrom('tasks')
    .select((eb) => ['tasks.state', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .groupBy('tasks.state')
    .execute()
  const sum = (some: typeof rows) => some.reduce((total, { count }) => total + Number(count), 0)
  return { all: sum(rows), open: sum(rows.filter(({ state }) => state === 'todo' || state === 'doing')) }
}

/** By id; unknown ids are left out. */
export async function numbersOfTasks(
  { db, projectId }: ProjectScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'number'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

export async function eraseOldTasks({ db }: ServerScope, before: Instant): Promise<void> {
  for (const table of ['task_items', 'tasks'] as const)
    await db.deleteFrom(table).where('deleted_at', '<', before).execute()
}

const openOnCard = (db: Db) =>
  db
    .selectFrom('tasks')
    .where('tasks.project_id', '=', sql<string>`projects.id`)
    .where('tasks.deleted_at', 'is', null)
    .where('tasks.state', 'in', ['todo', 'doing'])

export function openTasksOnCard(db: Db) {
  const count = openOnCard(db).select((c) => c.fn.countAll<number>().as('n'))
  return [sql<number | null>`${count}`.as<CardCount>('open_task_count')]
}

export function nextDueOnCard(db: Db) {
  const first = openOnCard(db).select((c) => c.fn.min('tasks.due_on').as('due_on'))
  return [sql<string | null>`${first}`.as<'next_due_on'>('next_due_on')]
}
