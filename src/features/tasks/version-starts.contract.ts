import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs } from '#shared/shapes.ts'
import { taskStates } from './task-choices.ts'

export const VersionStartItem = z
  .object({
    /** From 0, and the item's name in its start. */
    position: z.number(),
    /** Null once the task is gone for good. */
    taskId: Id.nullable(),
    taskNumber: z.number(),
    /** As it read when the version was started. */
    title: z.string(),
    ticked: z.boolean(),
    tickedBy: Id.nullable(),
    /** The task's own state by now; null while it is in the trash. */
    state: z.enum(taskStates).nullable(),
  })
  .meta({ id: 'VersionStartItem' })
export type VersionStartItem = z.infer<typeof VersionStartItem>

/** The next version of a track that somebody has begun, with the tasks it is to settle. */
export const VersionStart = z
  .object({
    id: Id,
    trackId: Id,
    /** Of the version it is going to be. */
    number: z.number(),
    startedBy: Id,
    startedAt: InstantMs,
    items: z.array(VersionStartItem),
  })
  .meta({ id: 'VersionStart' })
export type VersionStart = z.infer<typeof VersionStart>

const startPath = '/api/projects/:projectId/starts/:startId' as const

export const versionStartRoutes = contract({
  'GET /api/projects/:projectId/starts': {
    access: 'task.view',
    summary: 'Version plans in progress, one per track, with their checklists',
    answer: z.object({ items: z.array(VersionStart), nextCursor: z.null() }),
  },
  'POST /api/projects/:projectId/tracks/:trackId/starts': {
    access: 'version.start',
    summary: 'Start the next version: the track’s open tasks, as they are now, become its checklist',
    body: z.object({ withProjectTasks: z.boolean().default(false).meta({ description: 'also those of no track' }) }),
    answer: VersionStart,
  },
  [`DELETE ${startPath}` as const]: {
    access: 'version.start',
    summary: 'Cancel a start; the tasks stay as they are',
    answer: Done,
  },
  [`POST ${startPath}/restore` as const]: {
    access: 'version.start',
    summary: 'Restore a cancelled start',
    answer: VersionStart,
  },
  [`PUT ${startPath}/items/:position` as const]: {
    access: 'task.edit',
    summary: 'Tick a checklist item of the next version, or untick it',
    body: z.object({ ticked: z.boolean() }),
    answer: Done,
  },
})
