import { serve } from '#server/router/route-table.ts'
import { taskRoutes } from '../tasks.contract.ts'
import { listMyTasks } from './my-tasks.queries.ts'
import { addTask, deleteTask, editTask, listTasks, restoreTask } from './tasks.queries.ts'

export const serveTasks = serve(taskRoutes, {
  'GET /api/projects/:projectId/tasks': ({ scope, query }) => listTasks(scope, query),
  'POST /api/projects/:projectId/tasks': ({ scope, body }) => addTask(scope, body),
  'PATCH /api/projects/:projectId/tasks/:taskId': ({ scope, params, body }) => editTask(scope, params.taskId, body),
  'DELETE /api/projects/:projectId/tasks/:taskId': ({ scope, params }) => deleteTask(scope, params.taskId),
  'POST /api/projects/:projectId/tasks/:taskId/restore': ({ scope, params }) => restoreTask(scope, params.taskId),
  'GET /api/tasks/mine': ({ scope, query }) => listMyTasks(scope, query),
})
