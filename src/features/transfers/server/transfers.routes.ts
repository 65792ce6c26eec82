import type { FastifyReply, FastifyRequest } from 'fastify'
import { quotaLeft } from '#features/projects/server/project-quota.queries.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { crashPoint } from '#server/crash-points.ts'
import { serve } from '#server/router/route-table.ts'
import type { ProjectScope } from '#server/scope.ts'
import { requireFreeSpace, spareBytes } from '#server/storage/free-space.ts'
import { transferErrors, transferRoutes, type UploadAllowance } from '../transfers.contract.ts'
import { activeUploadsOf, type SealedUpload } from './active-uploads.ts'
import { joinTrack, partTrack } from './join-track.queries.ts'
import { findLikelyTrack } from './likely-track.queries.ts'
import { receivePart } from './receive-part.ts'
import { sealedFacts, sealUpload } from './seal-upload.ts'
import {
  bytesHeader,
  demandTus,
  formatMetadata,
  hasPart,
  parseMetadata,
  reprDigest,
  TUS_EXTENSIONS,
  TUS_VERSION,
} from './tus-headers.ts'
import { isLeased, UploadLease } from './upload-lease.ts'
import { findUploadTarget } from './upload-target.queries.ts'
import {
  beginUpload,
  cancelUpload,
  expiryAfter,
  listOpenUploads,
  newUpload,
  openUpload,
  partialOf,
  type Upload,
  uploadPath,
} from './uploads.queries.ts'

interface RawCall {
  readonly scope: ProjectScope
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export const serveTransfers = serve(transferRoutes, {
  'GET /api/projects/:projectId/uploads': ({ scope, query }) => listOpenUploads(scope, query),
  'GET /api/projects/:projectId/uploads/target': ({ scope, query }) => findUploadTarget(scope, query),
  'GET /api/projects/:projectId/uploads/room': ({ scope }) => readUploadAllowance(scope),
  'GET /api/projects/:projectId/tracks/:trackId/likely': async ({ scope, params }) =>
    findLikelyTrack(await openTrack(scope, params.trackId)),
  'POST /api/projects/:projectId/tracks/:trackId/join': async ({ scope, params, body }) =>
    joinTrack(await openTrack(scope, params.trackId), body.intoTrackId),
  'POST /api/projects/:projectId/tracks/:trackId/part': ({ scope, params }) => partTrack(scope, params.trackId),
  'OPTIONS /api/projects/:projectId/uploads': async ({ scope, reply }) => {
    reply.headers({
      'tus-resumable': TUS_VERSION,
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS,
      'tus-max-size': largestBytes(scope),
    })
    reply.code(204).send()
  },
  'POST /api/projects/:projectId/uploads': (call) => create(call),
  'HEAD /api/projects/:projectId/uploads/:uploadId': (call) => tell(call, call.params.uploadId),
  'PATCH /api/projects/:projectId/uploads/:uploadId': (call) => append(call, call.params.uploadId),
  'DELETE /api/projects/:projectId/uploads/:uploadId': (call) => giveUp(call, call.params.uploadId),
})

async function create({ scope, request, reply }: RawCall): Promise<void> {
  speakTus(request, reply)
  const sizeBytes = bytesHeader(request.headers, 'upload-length')
  if (sizeBytes === undefined) throw transferErrors['upload.headers']()
  if (sizeBytes > largestBytes(scope)) throw transferErrors['upload.too_large']()
  const requested = newUpload(parseMetadata(request.headers['upload-metadata']))
  await requireFreeSpace(scope, sizeBytes)
  const upload = await beginUpload(scope, requested, sizeBytes)
  crashPoint('upload.begun')
  reply.headers({ location: uploadPath(scope, upload), 'upload-expires': new Date(upload.expires_at).toUTCString() })
  if (!hasPart(request.headers) && sizeBytes > 0) return void reply.code(201).send()
  const { offset, sealed } = await receivePart(scope, upload, 0, request)
  reply.header('upload-offset', String(offset)).headers(sealedHeaders(sealed)).code(201).send()
}

async function tell({ scope, request, reply }: RawCall, uploadId: string): Promise<void> {
  speakTus(request, reply)
  reply.header('cache-control', 'no-store')
  await activeUploadsOf(scope.storage).endSilent(uploadId)
  const upload = await openUpload(scope, uploadId)
  // Sealing a large file takes longer than the connection's timeout.
  request.raw.setTimeout(0)
  const { offset, sealed } = await progressOf(scope, upload)
  const metadata = formatMetadata({
    filename: upload.file_name,
    ...(upload.destination === 'file' && {
      destination: upload.destination,
      fileId: upload.file_id,
      audience: upload.audience,
    }),
    trackId: upload.track_id,
    trackTitle: upload.track_title,
    changelog: upload.changelog,
  })
  reply.headers({
    'upload-offset': String(offset),
    'upload-length': String(upload.size_bytes),
    'upload-metadata': metadata,
    ...(!sealed && { 'upload-expires': new Date(upload.expires_at).toUTCString() }),
    ...sealedHeaders(sealed),
  })
  reply.code(200).send()
}

async function append({ scope, request, reply }: RawCall, uploadId: string): Promise<void> {
  speakTus(request, reply)
  const from = bytesHeader(request.headers, 'upload-offset')
  if (from === undefined || !hasPart(request.headers)) throw transferErrors['upload.headers']()
  const upload = await openUpload(scope, uploadId)
  if (upload.state === 'finished')
    throw transferErrors[from === upload.size_bytes ? 'upload.finished' : 'upload.offset']()
  const { offset, sealed } = await receivePart(scope, upload, from, request)
  reply.headers({
    'upload-offset': String(offset),
    ...(!sealed && { 'upload-expires': new Date(expiryAfter(scope.now())).toUTCString() }),
    ...sealedHeaders(sealed),
  })
  reply.code(204).send()
}

async function giveUp({ scope, request, reply }: RawCall, uploadId: string): Promise<void> {
  speakTus(request, reply)
  const upload = await openUpload(scope, uploadId)
  const active = activeUploadsOf(scope.storage)
  await active.interrupt(upload.id)
  // First, because on a full disk even the cancellation could not be written. A finished upload has no parts.
  if (upload.state === 'receiving') await scope.storage.dropParts(partialOf(upload))
  if (!(await cancelUpload(scope, upload))) throw transferErrors['upload.finished']()
  // A writer that started in between.
  await active.interrupt(upload.id)
  active.hasher.forget(upload.id)
  await scope.storage.abortParts(partialOf(upload))
  reply.code(204).send()
}

/**
 * An upload's progress. If all bytes are there it is sealed first: the last answer, or the server, may have been lost.
 */
async function progressOf(
  scope: ProjectScope,
  upload: Upload,
): Promise<{ offset: number; sealed: SealedUpload | undefined }> {
  if (upload.state === 'finished') return { offset: upload.size_bytes, sealed: sealedFacts(upload) }
  const sealing = activeUploadsOf(scope.storage).sealingOf(upload.id)
  if (sealing) return { offset: upload.size_bytes, sealed: await sealing }
  // The offset is still changing, so the requester would send a part in vain.
  if (isLeased(upload, scope.now())) throw transferErrors['upload.locked']()
  const offset = await scope.storage.partBytes(partialOf(upload))
  if (offset < upload.size_bytes) return { offset, sealed: undefined }
  const lease = await UploadLease.take(scope, upload)
  try {
    return { offset, sealed: await sealUpload(scope, upload, lease, null) }
  } finally {
    await lease.release()
  }
}

function speakTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', TUS_VERSION)
  if (request.headers['tus-resumable'] !== TUS_VERSION) reply.header('tus-version', TUS_VERSION)
  demandTus(request.headers)
}

function sealedHeaders(sealed: SealedUpload | undefined): Record<string, string> {
  return sealed
    ? {
        'roughmix-version-id': sealed.versionId,
        ...(sealed.trackId !== null && { 'roughmix-track-id': sealed.trackId }),
        ...(sealed.fileId !== null && { 'roughmix-file-id': sealed.fileId }),
        'repr-digest': reprDigest(sealed.sha256),
      }
    : {}
}

/** The strictest of all limits. Starting an upload checks them again. */
async function readUploadAllowance(scope: ProjectScope): Promise<UploadAllowance> {
  const limits = (await quotaLeft(scope)).map(({ whose, bytes }) => ({ limitedBy: whose, freeBytes: bytes }) as const)
  const spare = await spareBytes(scope)
  const all =
    spare === undefined
      ? limits
      : [...limits, { limitedBy: 'server', freeBytes: Math.max(0, Math.floor(spare)) } as const]
  const [least] = all.toSorted((a, b) => a.freeBytes - b.freeBytes)
  return {
    freeBytes: least?.freeBytes ?? null,
    limitedBy: least?.limitedBy ?? null,
    largestFileBytes: largestBytes(scope),
  }
}

function largestBytes({ config }: Pick<ProjectScope, 'config'>): number {
  return Math.floor(config.MAX_UPLOAD_GB * 1e9)
}
