import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { serve } from '#server/router/route-table.ts'
import { attachmentRoutes } from '../attachments.contract.ts'
import { openAttachment, receiveAttachment, removeAttachment } from './attachments.queries.ts'

/** A picture or recording that is opened by itself is a page that may do nothing. */
const CAGED = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  'sandbox',
].join('; ')

export const serveAttachments = serve(attachmentRoutes, {
  'POST /api/projects/:projectId/tracks/:trackId/attachments': async ({ scope, params, query, request, reply }) => {
    const length = request.headers['content-length']
    const track = await openTrack(scope, params.trackId)
    const sent = await receiveAttachment(track, {
      fileName: query.fileName,
      voiceSeconds: query.voiceSeconds,
      levels: query.levels,
      sizeBytes: length === undefined ? undefined : Number(length),
      bytes: request.raw,
    })
    reply.code(200).send(sent)
  },
  'GET /api/projects/:projectId/attachments/:attachmentId': async ({ scope, params, request, reply }) => {
    const file = await openAttachment(scope, params.attachmentId)
    reply.header('content-security-policy', CAGED)
    await sendBlob({
      request,
      reply,
      storage: scope.storage,
      key: file.storage_key,
      contentType: file.media_type,
      sha256: file.sha256,
      fileName: file.file_name,
      disposition: file.kind === 'file' ? 'attachment' : 'inline',
      cacheControl: KEPT_BY_THE_BROWSER,
    })
  },
  'DELETE /api/projects/:projectId/attachments/:attachmentId': ({ scope, params }) =>
    removeAttachment(scope, params.attachmentId),
})
