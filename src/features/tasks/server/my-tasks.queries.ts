import { cutPage, readCursor } from '#server/db/paging.ts'
import { leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import type { UserScope } from '#server/scope.ts'
import type { MyTask } from '../tasks.contract.ts'
import { taskReader } from './task-reader.ts'

/** Tasks assigned to the user in all projects; by due date, then those without one. */
export async function listMyTasks(
  { db, actor }: UserScope,
  { cursor, limit, done }: { cursor?: string | undefined; limit: number; done: 'true' | 'false' },
): Promise<{ items: MyTask[]; nextCursor: string | null }> {
  // The order (due date, then age) has no single number to continue from, so the cursor counts rows.
  const skip = Math.max(0, readCursor(cursor)?.[0] ?? 0)
  const rows = await waysIn(db, actor.userId)
    .innerJoin('tasks', 'tasks.project_id', 'projects.id')
    .leftJoin('tracks', 'tracks.id', 'tasks.track_id')
    .selectAll('tasks')
    .select(['projects.name as project_name', 'projects.task_prefix', 'tracks.title as track_title'])
    .where('tasks.assignee_id', '=', actor.userId)
    .where(leadsIn)
    .where('tasks.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where('tasks.state', 'in', done === 'true' ? ['fixed', 'verified'] : ['todo', 'doing'])
    .orderBy((eb) => eb.case().when('tasks.due_on', 'is', null).then(1).else(0).end())
    .orderBy('tasks.due_on')
    .orderBy('tasks.created_at')
    .orderBy('tasks.id')
    .offset(skip)
    .limit(limit + 1)
    .execute()
  const taskOf = await taskReader(db, rows)
  return cutPage(
    rows,
    limit,
    (row) => [skip + limit, row.id],
    (row): MyTask => ({
      ...taskOf(row),
      projectName: row.project_name,
      taskPrefix: row.task_prefix,
      trackTitle: row.track_title,
    }),
  )
}
