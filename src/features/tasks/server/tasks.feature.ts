import { ownData } from '#features/account/server/own-data.ts'
import { noteChanged } from '#features/notes/server/note-hooks.ts'
import { cardCounts, cardDates } from '#features/projects/server/project-hooks.ts'
import { leadsIn, waysIn } from '#features/projects/server/project-rights.ts'
import { taskCounts, taskNumbers, trackMoving } from '#features/tracks/server/track-hooks.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { versionAdded } from '#features/tracks/server/versions/version-hooks.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import type { UserScope } from '#server/scope.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { refused } from '#shared/errors.ts'
import { type MyTask, taskRoutes } from '../tasks.contract.ts'
import { taskPolicy } from '../tasks.policy.ts'
import { versionStartRoutes } from '../version-starts.contract.ts'
import { closeVersionPlan } from './close-version-plan.ts'
import { moveTasks } from './moved-tasks.queries.ts'
import { ownTasks } from './own-tasks.queries.ts'
import { countTasks, eraseOldTasks, nextDueOnCard, numbersOfTasks, openTasksOnCard } from './task-counts.queries.ts'
import { addItem, deleteItem, editItem, listItems, openTaskScope, restoreItem } from './task-items.queries.ts'
import { followNote } from './task-notes.queries.ts'
import { taskHistory } from './task-history.queries.ts'
import { taskReader } from './task-reader.ts'
import { addTask, deleteTask, editTask, listTasks, restoreTask } from './tasks.queries.ts'
import { cancelStart, listStarts, restoreStart, startVersion, tickStartItem } from './version-starts.queries.ts'

const serveTasks = serve(taskRoutes, {
  'GET /api/projects/:projectId/tasks': ({ scope, query }) => listTasks(scope, query),
  'POST /api/projects/:projectId/tasks': ({ scope, body }) => addTask(scope, body),
  'PATCH /api/projects/:projectId/tasks/:taskId': ({ scope, params, body }) => editTask(scope, params.taskId, body),
  'DELETE /api/projects/:projectId/tasks/:taskId': ({ scope, params }) => deleteTask(scope, params.taskId),
  'POST /api/projects/:projectId/tasks/:taskId/restore': ({ scope, params }) => restoreTask(scope, params.taskId),
  'GET /api/projects/:projectId/tasks/:taskId/history': ({ scope, params }) => taskHistory(scope, params.taskId),
  'GET /api/projects/:projectId/tasks/:taskId/items': async ({ scope, params }) =>
    listItems(await openTaskScope(scope, params.taskId)),
  'POST /api/projects/:projectId/tasks/:taskId/items': async ({ scope, params, body }) =>
    addItem(await openTaskScope(scope, params.taskId), body),
  'PATCH /api/projects/:projectId/tasks/:taskId/items/:itemId': async ({ scope, params, body }) =>
    editItem(await openTaskScope(scope, params.taskId), params.itemId, body),
  'DELETE /api/projects/:projectId/tasks/:taskId/items/:itemId': async ({ scope, params }) =>
    deleteItem(await openTaskScope(scope, params.taskId), params.itemId),
  'POST /api/projects/:projectId/tasks/:taskId/items/:itemId/restore': async ({ scope, params }) =>
    restoreItem(await openTaskScope(scope, params.taskId), params.itemId),
  'GET /api/tasks/mine': ({ scope, query }) => listMyTasks(scope, query),
})

const serveVersionStarts = serve(versionStartRoutes, {
  'GET /api/projects/:projectId/starts': ({ scope }) => listStarts(scope),
  'POST /api/projects/:projectId/tracks/:trackId/starts': async ({ scope, params, body }) =>
    startVersion(await openTrack(scope, params.trackId), body),
  'DELETE /api/projects/:projectId/starts/:startId': ({ scope, params }) => cancelStart(scope, params.startId),
  'POST /api/projects/:projectId/starts/:startId/restore': ({ scope, params }) => restoreStart(scope, params.startId),
  'PUT /api/projects/:projectId/starts/:startId/items/:position': ({ scope, params, body }) =>
    tickStartItem(scope, params.startId, placeOf(params.position), body.ticked),
})

function placeOf(position: string): number {
  if (!/^\d{1,4}$/.test(position)) throw refused.not_found()
  return Number(position)
}

export const tasksFeature = defineFeature({
  name: 'tasks',
  serves: [serveTasks, serveVersionStarts],
  actions: {
    policy: taskPolicy,
    tokens: {
      'task.view': ['read', 'tasks'],
      'task.add': ['tasks'],
      'task.edit': ['tasks'],
      'version.start': ['tasks'],
    },
  },
  tables: {
    tasks: { export: 'project_id', ownData: ['tasks'] },
    task_items: { export: { column: 'task_id', in: 'tasks' }, ownData: { none: 'nobody knows who wrote which step' } },
    version_starts: { export: 'project_id', ownData: { none: 'what a track waits for; its tasks are told' } },
    version_start_items: {
      export: { column: 'start_id', in: 'version_starts' },
      ownData: { none: 'titles of tasks as they were' },
    },
  },
  answers: [
    cardCounts.answeredBy(openTasksOnCard),
    cardDates.answeredBy(nextDueOnCard),
    taskCounts.answeredBy(countTasks),
    taskNumbers.answeredBy(numbersOfTasks),
    trackMoving.answeredBy(moveTasks),
    trashEmptied.answeredBy(eraseOldTasks),
    noteChanged.answeredBy(followNote),
    versionAdded.answeredBy(closeVersionPlan),
    ownData.answeredBy(() => ownTasks),
  ],
})

/** Tasks assigned to the user in all projects; by due date, then those without one. */
async function listMyTasks(
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
