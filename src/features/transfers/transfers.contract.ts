import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs, page, Paging } from '#shared/shapes.ts'

/** An upload of one's own that is not finished. */
export const OpenUpload = z
  .object({ id: Id, trackId: Id.nullable(), trackTitle: z.string(), fileName: z.string(), sizeBytes: z.number(), offsetBytes: z.number(), createdAt: InstantMs, expiresAt: InstantMs, url: z.string() })
  .meta({ id: 'OpenUpload' })
export type OpenUpload = z.infer<typeof OpenUpload>

export const transferRoutes = contract({
  'GET /api/projects/:projectId/uploads': { access: 'upload.add', guests: 'upload', summary: 'One’s own uploads that are not finished, newest first', query: Paging, answer: page(OpenUpload) },
  'OPTIONS /api/projects/:projectId/uploads': { access: 'upload.add', guests: 'upload', summary: 'tus 1.0: what this server can do, and the largest file it takes', answer: 'raw' },
  'POST /api/projects/:projectId/uploads': { access: 'upload.add', guests: 'upload', summary: 'tus 1.0 creation. Upload-Metadata: filename, and trackId or trackTitle, changelog', answer: 'raw' },
  'HEAD /api/projects/:projectId/uploads/:uploadId': { access: 'upload.add', guests: 'upload', summary: 'tus 1.0: how many bytes are safe', answer: 'raw' },
  'PATCH /api/projects/:projectId/uploads/:uploadId': { access: 'upload.add', guests: 'upload', summary: 'tus 1.0: the next part. The last one may carry Repr-Digest with the SHA-256 of the whole file', answer: 'raw' },
  'DELETE /api/projects/:projectId/uploads/:uploadId': { access: 'upload.add', guests: 'upload', summary: 'tus 1.0 termination: give the upload up', answer: 'raw' },
})
