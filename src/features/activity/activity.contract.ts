import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'
import { activityTopics } from './activity-topics.ts'

/** One line of a project's history. Names are current, so a renamed track has its new name. */
export const Activity = z
  .object({
    seq: z.number(),
    kind: z.string(),
    at: InstantMs,
    actorId: Id.nullable(),
    actorName: z.string().nullable(),
    refs: z.record(z.string(), z.string()),
    subject: z.string().nullable(),
    detail: z.string().nullable(),
    /** For a note: the version it was written on, and its position. */
    place: z.object({ versionId: Id, fromSeconds: z.number() }).nullable(),
    /** False if the subject was deleted: there is nothing to open. */
    isThere: z.boolean(),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

/** A file attached to a note; its bytes are at `/api/projects/:projectId/attachments/:id`. */
export const AttachedFile = z
  .object({
    id: Id,
    fileName: z.string(),
    sizeBytes: z.number(),
    at: InstantMs,
    authorId: Id,
    authorName: z.string().nullable(),
    track: z.object({ id: Id, title: z.string() }),
    version: z.object({ id: Id, number: z.number() }),
    noteId: Id,
    fromSeconds: z.number(),
  })
  .meta({ id: 'AttachedFile' })
export type AttachedFile = z.infer<typeof AttachedFile>

export const activityRoutes = contract({
  'GET /api/projects/:projectId/activity': {
    access: 'project.view',
    summary: 'The history of a project, newest first; optionally of one person or topic',
    query: Paging.extend({ person: Id.optional(), topic: z.enum(activityTopics).optional() }),
    answer: page(Activity),
  },
  'GET /api/projects/:projectId/attachments': {
    access: 'project.view',
    summary: 'Files on the notes of a project, newest first; optionally of one person',
    query: Paging.extend({ person: Id.optional() }),
    answer: page(AttachedFile),
  },
})
