import type { SelectQueryBuilder } from 'kysely'
import { refused } from '#shared/errors.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ProjectScope } from '#server/scope.ts'
import { lockProject } from '#features/projects/server/members.queries.ts'
import type { TaskState } from '../task-choices.ts'

/**
 * Halfway between its new neighbours; null puts it last in its column. Moves are serialized, so that two get different
 * positions.
 */
export async function placeBefore(
  scope: ProjectScope,
  taskId: string,
  state: TaskState,
  beforeId: string | null,
): Promise<number> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const column = db
    .selectFrom('tasks')
    .select(['id', 'position'])
    .where('project_id', '=', projectId)
    .where('state', '=', state)
    .where('id', '!=', taskId)
    .where('deleted_at', 'is', null)
  if (beforeId === null)
    return ((await column.orderBy('position', 'desc').limit(1).executeTakeFirst())?.position ?? 0) + 1
  const halfway = await halfwayTo(column, beforeId)
  if (halfway !== undefined) return halfway
  await spreadTasks(scope)
  const now = await halfwayTo(column, beforeId)
  if (now === undefined) throw refused.conflict()
  return now
}

type Column = SelectQueryBuilder<Tables, 'tasks', { id: string; position: number }>

/** Undefined if floating-point numbers leave no value in between: fifty moves to one place do that. */
async function halfwayTo(column: Column, beforeId: string): Promise<number | undefined> {
  const next = await column.where('id', '=', beforeId).executeTakeFirst()
  if (!next) throw refused.conflict()
  const previous = await column
    .where((eb) =>
      eb.or([eb('position', '<', next.position), eb.and([eb('position', '=', next.position), eb('id', '<', next.id)])]),
    )
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!previous) return next.position - 1
  const halfway = (previous.position + next.position) / 2
  return previous.position < halfway && halfway < next.position ? halfway : undefined
}

/** Renumbers all tasks of the project with integers, in their current order. */
async function spreadTasks({ db, projectId }: ProjectScope): Promise<void> {
  await db
    .updateTable('tasks')
    .from((eb) =>
      eb
        .selectFrom('tasks as every')
        .select([
          'every.id',
          (row) =>
            row.fn
              .agg<number>('row_number')
              .over((over) => over.orderBy('every.position').orderBy('every.id'))
              .as('place'),
        ])
        .where('every.project_id', '=', projectId)
        .as('spread'),
    )
    .set((eb) => ({ position: eb.ref('spread.place') }))
    .whereRef('spread.id', '=', 'tasks.id')
    .execute()
}
