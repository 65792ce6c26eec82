import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** One line of a project's history. Names are looked up when it is read, so a renamed track reads right. */
export const Activity = z
  .object({ seq: z.number(), kind: z.string(), at: InstantMs, actorId: Id.nullable(), actorName: z.string().nullable(), refs: z.record(z.string(), z.string()), subject: z.string().nullable(), detail: z.string().nullable() })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>

export const activityRoutes = contract({
  'GET /api/projects/:projectId/activity': { access: 'project.view', summary: 'What happened in a project, newest first', query: Paging, answer: page(Activity) },
})
