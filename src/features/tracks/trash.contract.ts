import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** Something in the trash that can be restored until `goneAt`, together with what it contains. */
export const TrashItem = z
  .object({
    kind: z.enum(['project', 'track', 'version', 'file']),
    id: Id,
    projectId: Id,
    projectName: z.string(),
    /** For a track or a version. */
    trackId: Id.nullable(),
    trackTitle: z.string().nullable(),
    /** For a version. */
    number: z.number().nullable(),
    /** For a file that is no bounce. */
    fileName: z.string().nullable(),
    /** Of the bounces or files in it. */
    sizeBytes: z.number(),
    deletedAt: InstantMs,
    deletedBy: z.object({ id: Id, name: z.string() }).nullable(),
    goneAt: InstantMs,
    /** Whether the requester may delete it for good. */
    mayErase: z.boolean(),
  })
  .meta({ id: 'TrashItem' })
export type TrashItem = z.infer<typeof TrashItem>

export const trashRoutes = contract({
  'GET /api/trash': {
    access: 'signed-in',
    tokens: [],
    summary: 'What the caller may restore in all projects, the last deleted first',
    query: Paging,
    answer: page(TrashItem).extend({ keptDays: z.number() }),
  },
  'POST /api/projects/:projectId/erase': {
    access: 'project.erase',
    audit: 'project.erased',
    summary: 'Delete a project that is in the trash for good, with all its files',
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/:trackId/erase': {
    access: 'track.erase',
    audit: 'track.erased',
    summary: 'Delete a track that is in the trash for good, with its files',
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/erase': {
    access: 'track.erase',
    audit: 'version.erased',
    summary: 'Delete a version that is in the trash for good, with its file; its notes stay on the track',
    answer: Done,
  },
})
