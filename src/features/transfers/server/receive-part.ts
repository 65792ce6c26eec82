import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { crashPoint } from '#server/crash-points.ts'
import type { ProjectScope } from '#server/scope.ts'
import { hasFreeSpace } from '#server/storage/free-space.ts'
import { StorageFull } from '#server/storage/storage.ts'
import { transferErrors } from '../transfers.contract.ts'
import { activeUploadsOf, type SealedUpload } from './active-uploads.ts'
import { sealUpload } from './seal-upload.ts'
import { bytesHeader, claimedSha256 } from './tus-headers.ts'
import { UploadLease } from './upload-lease.ts'
import { holdAgain, partialOf, refuseTrashed, type Upload } from './uploads.queries.ts'

export interface ReceivedPart {
  /** Bytes that are safe now. */
  readonly offset: number
  readonly sealed: SealedUpload | undefined
}

/**
 * Takes the body of a request as the next part, at exactly the offset that is safe, and seals the upload with its last
 * byte.
 */
export function receivePart(
  scope: ProjectScope,
  upload: Upload,
  offset: number,
  request: FastifyRequest,
): Promise<ReceivedPart> {
  return activeUploadsOf(scope.storage).during(upload.id, receive(scope, upload, offset, request))
}

async function receive(
  scope: ProjectScope,
  upload: Upload,
  offset: number,
  request: FastifyRequest,
): Promise<ReceivedPart> {
  const claimed = claimedSha256(request.headers)
  const lengthBytes = bytesHeader(request.headers, 'content-length')
  await refuseTrashed(scope, upload)
  const lease = await UploadLease.take(scope, upload)
  crashPoint('upload.taken')
  try {
    await activeUploadsOf(scope.storage).interrupt(upload.id)
    const present = await scope.storage.partBytes(partialOf(upload))
    if (present !== offset) throw transferErrors['upload.offset']()
    if (offset + (lengthBytes ?? 0) > upload.size_bytes) throw transferErrors['upload.too_long']()
    await holdAgain(scope, upload, offset)
    if (!(await hasFreeSpace(scope, lengthBytes ?? 1))) throw new StorageFull()
    const reached =
      offset +
      (await append(scope, { upload, lease, offset, request, lengthBytes }).catch(sayReached(scope, upload, lease)))
    if (reached < upload.size_bytes) await lease.saveOffset(reached)
    crashPoint('upload.noted')
    return {
      offset: reached,
      sealed: reached === upload.size_bytes ? await sealUpload(scope, upload, lease, claimed) : undefined,
    }
  } finally {
    await lease.release()
  }
}

/**
 * What is safe of a part that was broken off needs no more room than it has. On a full disk even that may not be
 * written down.
 */
function sayReached({ storage }: ProjectScope, upload: Upload, lease: UploadLease): (error: unknown) => Promise<never> {
  return async (error) => {
    await storage
      .partBytes(partialOf(upload))
      .then((bytes) => lease.saveOffset(bytes))
      .catch(() => undefined)
    throw error
  }
}

interface Arriving {
  readonly upload: Upload
  readonly lease: UploadLease
  readonly offset: number
  readonly request: FastifyRequest
  readonly lengthBytes: number | undefined
}

async function append(
  { storage }: ProjectScope,
  { upload, lease, offset, request, lengthBytes }: Arriving,
): Promise<number> {
  const desk = activeUploadsOf(storage)
  const partial = partialOf(upload)
  const path = await storage.partsPath(partial)
  const body = request.raw
  const limit = lengthBytes === undefined ? limited(body, upload.size_bytes - offset) : undefined
  desk.hasher.begin(upload.id, offset)
  let followedBytes = 0
  const watch = {
    beforeWrite() {
      desk.heard(upload.id)
      return lease.renewIfDue(offset + followedBytes)
    },
    beforeKept: () => lease.renew(),
    written(bytes: number, batch: readonly Uint8Array[]) {
      followedBytes = bytes
      desk.hasher.follow(upload.id, path, offset + bytes, batch)
    },
  }
  const bytes = await desk.write(
    upload.id,
    () => body.destroy(),
    () => storage.appendPart(partial, offset, limit?.stream ?? body, watch),
  )
  // Nothing more is to come: from here on the server itself is at work, as over the hash of a large file, and takes its
  // time.
  body.setTimeout(0)
  // What was seen and not kept is no beginning of the next part.
  if (bytes < followedBytes) desk.hasher.forget(upload.id)
  if (limit?.exceeded()) throw transferErrors['upload.too_long']()
  return bytes
}

/** A body of unknown length is cut off where the file would become longer than was said. */
function limited(body: IncomingMessage, mostBytes: number): { stream: Readable; exceeded: () => boolean } {
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.byteLength
      if (bytes > mostBytes) done(new Error('longer than was said'))
      else done(null, chunk)
    },
  })
  body.once('close', () => {
    if (!body.complete) stream.destroy(new Error('broke off'))
  })
  // It is read by an iterator, which stops listening when it ends; an error nobody hears would end the process.
  stream.on('error', () => undefined)
  body.pipe(stream)
  return { stream, exceeded: () => bytes > mostBytes }
}
