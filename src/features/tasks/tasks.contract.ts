import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'
import { taskPriorities, taskStates } from './task-choices.ts'

const Range = { trackId: Id.nullable(), fromSeconds: z.number().nonnegative().nullable(), toSeconds: z.number().nonnegative().nullable() }
const Editable = {
  title: Name,
  description: words(20_000),
  state: z.enum(taskStates),
  priority: z.enum(taskPriorities),
  assigneeId: Id.nullable(),
  /** A day, as in 2026-11-28. */
  dueOn: z.iso.date().nullable(),
  ...Range,
  /** The note it came from. */
  noteId: Id.nullable(),
}

export const Task = z
  .object({ id: Id, projectId: Id, number: z.number(), ...Editable, position: z.number(), createdBy: Id.nullable(), createdAt: InstantMs, updatedAt: InstantMs })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

/** A task beside the names one needs where several projects meet. */
export const MyTask = Task.extend({ projectName: z.string(), taskPrefix: z.string(), trackTitle: z.string().nullable() }).meta({ id: 'MyTask' })
export type MyTask = z.infer<typeof MyTask>

export const taskRoutes = contract({
  'GET /api/projects/:projectId/tasks': { access: 'task.view', summary: 'Tasks of a project in board order', query: Paging.extend({ limit: z.coerce.number().int().min(1).max(1000).default(500), state: z.enum(taskStates).optional() }), answer: page(Task) },
  'POST /api/projects/:projectId/tasks': {
    access: 'task.add',
    summary: 'Add a task',
    body: z.object({ ...Editable }).partial().required({ title: true }),
    answer: Task,
  },
  'PATCH /api/projects/:projectId/tasks/:taskId': { access: 'task.edit', summary: 'Change a task; `beforeId` puts it before another in its column, `basedOn` are the words as they were seen: others are not overwritten (409)', body: z.object({ ...Editable, beforeId: Id.nullable(), basedOn: z.object({ title: z.string().max(200), description: z.string().max(20_000) }).partial() }).partial(), answer: Task },
  'DELETE /api/projects/:projectId/tasks/:taskId': { access: 'task.edit', summary: 'Put a task in the trash for 30 days', answer: Done },
  'POST /api/projects/:projectId/tasks/:taskId/restore': { access: 'task.edit', summary: 'Take a task out of the trash', answer: Task },
  'GET /api/tasks/mine': { access: 'signed-in', summary: 'Tasks assigned to oneself over all projects, the ones due first', query: Paging.extend({ done: z.enum(['true', 'false']).default('false') }), answer: page(MyTask) },
})
