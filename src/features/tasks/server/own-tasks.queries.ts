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
 * Full tasks only in projects the user may open: everybody there edits tasks, so their authors are unknown; steps are
 * left out for the same reason. For a task that was only assigned to the user, just the title.
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
      part: row.part,
      dueOn: row.due_on,
      writtenByMe: row.created_by === actor.userId,
      givenToMe: row.assignee_id === actor.userId,
      madeAt: moment(row.created_at),
      deletedAt: momentOrNull(row.deleted_at),
    }),
  )
}
