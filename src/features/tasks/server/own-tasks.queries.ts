import {
  madeAfter,
  moment,
  momentOrNull,
  ownPages,
  OWN_PAGE,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownTasks: readonly OwnPart[] = [{ name: 'tasks', read: writtenOrGiven }]

/**
 * In projects one may open: everybody there rewrites a task, so nobody knows whose words are in it now, nor who wrote
 * which of its steps, which stay out. Of one that was only given to somebody its title says enough.
 */
function writtenOrGiven(scope: UserScope): AsyncIterable<readonly OwnThing[]> {
  const { db, actor } = scope
  return ownPages(
    (last) =>
      db
        .selectFrom('tasks')
        .innerJoin(openProjects(scope), 'open.id', 'tasks.project_id')
        .leftJoin('tracks', (join) =>
          join.onRef('tracks.id', '=', 'tasks.track_id').on('tracks.deleted_at', 'is', null),
        )
        .selectAll('tasks')
        .select(['open.name as open_name', 'open.task_prefix', 'tracks.title as track_title'])
        .where((eb) =>
          eb.or([
            eb('tasks.created_by', '=', actor.userId),
            eb.and([eb('tasks.assignee_id', '=', actor.userId), eb('tasks.deleted_at', 'is', null)]),
          ]),
        )
        .where(madeAfter('tasks', last))
        .orderBy('tasks.created_at')
        .orderBy('tasks.id')
        .limit(OWN_PAGE)
        .execute(),
    (row) => ({
      number: `${row.task_prefix}-${row.number}`,
      projectId: row.project_id,
      project: row.open_name,
      track: row.track_title,
      title: row.title,
      ...(row.created_by === actor.userId && { description: row.description }),
      fromSeconds: row.from_seconds,
      toSeconds: row.to_seconds,
      state: row.state,
      priority: row.priority,
      dueOn: row.due_on,
      writtenByMe: row.created_by === actor.userId,
      givenToMe: row.assignee_id === actor.userId,
      madeAt: moment(row.created_at),
      deletedAt: momentOrNull(row.deleted_at),
    }),
  )
}
