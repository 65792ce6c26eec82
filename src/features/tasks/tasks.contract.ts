import * as z from 'zod'
import { markMost } from '#features/notes/note-marks.ts'
import { noteStates } from '#features/notes/notes.contract.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'
import { taskPriorities, taskStates } from './task-choices.ts'

const Range = {
  trackId: Id.nullable(),
  fromSeconds: z.number().nonnegative().nullable(),
  toSeconds: z.number().nonnegative().nullable(),
}
const Editable = {
  title: Name,
  description: words(20_000),
  state: z.enum(taskStates),
  priority: z.enum(taskPriorities),
  assigneeId: Id.nullable(),
  /** A date, such as 2026-11-28. */
  dueOn: z.iso.date().nullable(),
  ...Range,
  /** The note it was made from. */
  noteId: Id.nullable(),
  /** The part of the arrangement that it is about, such as "Vocals". A task made from a note begins with the note's. */
  part: Name.max(markMost).nullable(),
}

const NoteOfTask = z
  .object({
    id: Id,
    trackId: Id,
    /** Its first line, shortened. */
    text: z.string(),
    authorId: Id,
    /** Null if the account was deleted. */
    authorName: z.string().nullable(),
    state: z.enum(noteStates),
    /** The part of the arrangement that it is about, such as "Vocals". */
    part: z.string().nullable(),
    createdAt: InstantMs,
    /** Of the version it was written on; the times are in its seconds. */
    versionNumber: z.number(),
    fixedInNumber: z.number().nullable(),
    fromSeconds: z.number(),
    toSeconds: z.number().nullable(),
  })
  .meta({ id: 'NoteOfTask' })

export const Task = z
  .object({
    id: Id,
    projectId: Id,
    number: z.number(),
    ...Editable,
    position: z.number(),
    createdBy: Id.nullable(),
    createdAt: InstantMs,
    updatedAt: InstantMs,
    /** Null without a note, and while it is in the trash. */
    note: NoteOfTask.nullable(),
    /** How many of its steps are done. */
    checklist: z.object({ done: z.number(), count: z.number() }),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof Task>

/** A task with the names of its project and track, for lists over several projects. */
export const MyTask = Task.extend({
  projectName: z.string(),
  taskPrefix: z.string(),
  trackTitle: z.string().nullable(),
}).meta({ id: 'MyTask' })
export type MyTask = z.infer<typeof MyTask>

/** A step of a task. */
export const TaskItem = z.object({ id: Id, text: z.string(), done: z.boolean() }).meta({ id: 'TaskItem' })
export type TaskItem = z.infer<typeof TaskItem>

/** The fields of a task whose changes its history tells. */
export const tracedFields = [
  'title',
  'description',
  'priority',
  'assigneeId',
  'dueOn',
  'trackId',
  'fromSeconds',
  'part',
] as const
export type TracedField = (typeof tracedFields)[number]

/** What happened to a task. */
export const TaskEvent = z
  .object({
    seq: z.number(),
    /** Such as `task.added` or `task.fixed`. */
    kind: z.string(),
    at: InstantMs,
    actorId: Id.nullable(),
    /** Null if the account was deleted, and for what nobody did. */
    actorName: z.string().nullable(),
    changed: z.array(z.enum(tracedFields)),
    /** Whom it was given to. */
    assigneeId: Id.nullable(),
    assigneeName: z.string().nullable(),
    /** Of a new task: whether it was made from a note. */
    isFromNote: z.boolean(),
    /** The version that it was fixed in. */
    versionNumber: z.number().nullable(),
  })
  .meta({ id: 'TaskEvent' })
export type TaskEvent = z.infer<typeof TaskEvent>

const itemsPath = '/api/projects/:projectId/tasks/:taskId/items' as const

export const taskRoutes = contract({
  'GET /api/projects/:projectId/tasks': {
    access: 'task.view',
    summary: 'Tasks of a project in board order',
    query: Paging.extend({
      limit: z.coerce.number().int().min(1).max(1000).default(500),
      state: z.enum(taskStates).optional(),
    }),
    answer: page(Task),
  },
  'POST /api/projects/:projectId/tasks': {
    access: 'task.add',
    summary: 'Add a task',
    body: z
      .object({ ...Editable })
      .partial()
      .required({ title: true }),
    answer: Task,
  },
  'PATCH /api/projects/:projectId/tasks/:taskId': {
    access: 'task.edit',
    summary:
      'Change a task; `beforeId` puts it before another in its column, `basedOn` are the words as they were ' +
      'seen: others are not overwritten (409)',
    body: z
      .object({
        ...Editable,
        beforeId: Id.nullable(),
        basedOn: z
          .object({ title: words(200), description: words(20_000), part: words(markMost).nullable() })
          .partial(),
      })
      .partial(),
    answer: Task,
  },
  'DELETE /api/projects/:projectId/tasks/:taskId': {
    access: 'task.edit',
    summary: 'Move a task to the trash',
    answer: Done,
  },
  'POST /api/projects/:projectId/tasks/:taskId/restore': {
    access: 'task.edit',
    summary: 'Restore a task from the trash',
    answer: Task,
  },
  'GET /api/projects/:projectId/tasks/:taskId/history': {
    access: 'task.view',
    summary: 'What happened to a task, oldest first: its last 200 events in this project',
    answer: z.object({ items: z.array(TaskEvent), nextCursor: z.null() }),
  },
  [`GET ${itemsPath}` as const]: {
    access: 'task.view',
    summary: 'The steps of a task, in their order',
    answer: z.object({ items: z.array(TaskItem), nextCursor: z.null() }),
  },
  [`POST ${itemsPath}` as const]: {
    access: 'task.edit',
    summary: 'Add a step at the end',
    body: z.object({ text: Name }),
    answer: TaskItem,
  },
  [`PATCH ${itemsPath}/:itemId` as const]: {
    access: 'task.edit',
    summary: 'Tick a step or change its text; `beforeId` puts it before another',
    body: z.object({ text: Name, done: z.boolean(), beforeId: Id.nullable() }).partial(),
    answer: TaskItem,
  },
  [`DELETE ${itemsPath}/:itemId` as const]: { access: 'task.edit', summary: 'Delete a step', answer: Done },
  [`POST ${itemsPath}/:itemId/restore` as const]: {
    access: 'task.edit',
    summary: 'Restore a deleted step to its place',
    answer: TaskItem,
  },
  'GET /api/tasks/mine': {
    access: 'signed-in',
    tokens: ['read', 'tasks'],
    summary: 'Tasks assigned to the caller in all projects, those due first',
    query: Paging.extend({ done: z.enum(['true', 'false']).default('false') }),
    answer: page(MyTask),
  },
})

export const taskErrors = refusals({
  'task.not_a_member': [400, 'A task can only be given to a member of the project.'],
  'task.follows_note': [
    403,
    'This task came from a note: only editors can mark it fixed, and only the note’s author can verify or reopen it.',
  ],
  'task.note_taken': [409, 'This note already has a task.'],
  'task.items_full': [400, 'A task has at most 100 steps.'],
  'task.range': [400, 'A range needs a start, and an end that is not before it.'],
  'start.taken': [409, 'The next version of this track has already been started.'],
  'start.nothing': [400, 'There are no open tasks for the list.'],
  'start.too_many': [400, 'More than 500 tasks are open. Finish some first.'],
})
