import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** Something that was deleted and can be brought back until `goneAt`; what lies in it comes back with it. */
export const TrashItem = z
  .object({
    kind: z.enum(['project', 'track', 'version']),
    id: Id,
    projectId: Id,
    projectName: z.string(),
    /** Of a track or a version. */
    trackId: Id.nullable(),
    trackTitle: z.string().nullable(),
    /** Of a version. */
    number: z.number().nullable(),
    /** Of the bounces in it. */
    sizeBytes: z.number(),
    deletedAt: InstantMs,
    deletedBy: z.object({ id: Id, name: z.string() }).nullable(),
    goneAt: InstantMs,
    /** Whether the asker may delete it for good. */
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
