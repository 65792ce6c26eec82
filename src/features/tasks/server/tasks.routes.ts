import { serve } from '#server/router/route-table.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { refused } from '#shared/errors.ts'
import { taskRoutes } from '../tasks.contract.ts'
import { versionStartRoutes } from '../version-starts.contract.ts'
import { listMyTasks } from './my-tasks.queries.ts'
import { addItem, deleteItem, editItem, listItems, openTaskScope, restoreItem } from './task-items.queries.ts'
import { addTask, deleteTask, editTask, listTasks, restoreTask } from './tasks.queries.ts'
import { cancelStart, listStarts, restoreStart, startVersion, tickStartItem } from './version-starts.queries.ts'

export const serveTasks = serve(taskRoutes, {
  'GET /api/projects/:projectId/tasks': ({ scope, query }) => listTasks(scope, query),
  'POST /api/projects/:projectId/tasks': ({ scope, body }) => addTask(scope, body),
  'PATCH /api/projects/:projectId/tasks/:taskId': ({ scope, params, body }) => editTask(scope, params.taskId, body),
  'DELETE /api/projects/:projectId/tasks/:taskId': ({ scope, params }) => deleteTask(scope, params.taskId),
  'POST /api/projects/:projectId/tasks/:taskId/restore': ({ scope, params }) => restoreTask(scope, params.taskId),
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

export const serveVersionStarts = serve(versionStartRoutes, {
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
