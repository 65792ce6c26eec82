import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '#shared/errors.ts'
import type { PublicAnswer } from '../storage/presigned-get.ts'
import type { BlobFacts, ByteRange, Storage } from '../storage/storage.ts'
import { namesTag, parseRange } from './byte-range.ts'
import { contentDisposition } from './content-disposition.ts'
import { sendLocal } from './send-local.ts'
import { prefixedBytes, readPrefixed, type BlobHead } from './prefixed-blob.ts'
import { splicedBytes, readSpliced, type BlobPiece } from './spliced-blob.ts'

export interface BlobResponse {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly storage: Storage
  readonly key: string
  readonly contentType: string
  /** Of the whole blob, hexadecimal. Sent as the strong etag, and as Repr-Digest if the content is the blob itself. */
  readonly sha256?: string
  /** A strong tag, without quotes, for blobs without a stored hash. */
  readonly etag?: string
  /** The name that the user gave it; contentDisposition makes the header safe. */
  readonly fileName?: string
  readonly disposition?: 'attachment' | 'inline'
  /** Sent instead of the blob's first bytes: tags in front of a file that is stored without them. */
  readonly head?: BlobHead
  /** Sent instead of the whole blob: parts of it with other bytes between them. */
  readonly pieces?: readonly BlobPiece[]
  readonly cacheControl: string
  /**
   * The store may send it directly, if clients can reach it: for files of a known type or ones that are only
   * downloaded.
   */
  readonly fromStore?: boolean
}

/**
 * Answers GET and HEAD with a blob: exact length, single byte ranges (206, 416), If-Range, If-None-Match (304). Buffers
 * a few hundred kilobytes, however large the blob and slow the client; a client that disconnects leaves no stream open.
 */
export async function sendBlob(sending: BlobResponse): Promise<void> {
  const { request, reply, storage, key } = sending
  const tag = sending.sha256 ?? sending.etag
  const proxyPath = isWhole(sending) && tag !== undefined ? storage.proxyPath?.(key) : undefined
  if (proxyPath !== undefined) return handOver(sending, `"${tag}"`, proxyPath)
  const found = await storage.find(key)
  if (!found) {
    request.log.error({ key: key.split('/').slice(0, 4) }, 'a blob that a row names is missing')
    throw refused.not_found()
  }
  const facts = {
    ...found,
    sizeBytes: sending.pieces ? splicedBytes(sending.pieces) : prefixedBytes(found.sizeBytes, sending.head),
  }
  const looks = `${facts.sizeBytes.toString(36)}-${facts.modifiedAt.toString(36)}`
  const etag = `"${tag ?? looks}"`
  const common = commonHeaders(sending, etag)
  const asked = request.headers
  if (namesTag(asked['if-none-match'], etag)) return finish(reply, 304, { etag, 'cache-control': sending.cacheControl })
  const range =
    request.method === 'GET' && mayUseRange(asked['if-range'], [etag, found.etag])
      ? parseRange(asked.range, facts.sizeBytes)
      : undefined
  if (range === 'unsatisfiable')
    return finish(reply, 416, {
      'content-range': `bytes */${facts.sizeBytes}`,
      'content-length': 0,
      'cache-control': 'no-store',
    })
  const elsewhere = mayLeave(sending, facts) ? storage.publicUrl(key, publicAnswer(sending)) : undefined
  if (elsewhere !== undefined)
    return finish(reply, 302, { location: elsewhere, 'content-length': 0, 'cache-control': 'no-store' })
  const length = range ? range.end - range.start + 1 : facts.sizeBytes
  const headers = {
    ...common,
    'content-length': length,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${facts.sizeBytes}` }),
  }
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || length === 0) return finish(reply, status, headers)
  if (isWhole(sending) && storage.openLocal) {
    const blob = await storage.openLocal(key)
    start(reply, status, headers)
    return sendLocal(blob, reply.raw, { start: range?.start ?? 0, length })
  }
  const source = await sourceOf(sending, range, length)
  start(reply, status, headers)
  await pump(source, reply.raw, length)
}

/** The web server in front sends the file; it answers ranges, and says so itself. */
function handOver(sending: BlobResponse, etag: string, proxyPath: string): void {
  const { request, reply, cacheControl } = sending
  if (namesTag(request.headers['if-none-match'], etag))
    return finish(reply, 304, { etag, 'cache-control': cacheControl })
  const { 'accept-ranges': _, ...headers } = commonHeaders(sending, etag)
  return finish(reply, 200, { ...headers, 'x-accel-redirect': proxyPath })
}

async function sourceOf(
  { storage, key, head, pieces }: BlobResponse,
  range: ByteRange | undefined,
  length: number,
): Promise<Readable> {
  const sent = range ?? { start: 0, end: length - 1 }
  if (pieces) return readSpliced(storage, key, pieces, sent)
  return head ? readPrefixed(storage, key, head, sent) : storage.read(key, range)
}

/**
 * A date cannot distinguish two versions within one second, so a range needs a strong tag: ours, or the store’s if that
 * sent the beginning.
 */
function mayUseRange(ifRange: string | string[] | undefined, tags: readonly (string | undefined)[]): boolean {
  return ifRange === undefined || tags.some((tag) => tag !== undefined && ifRange === tag)
}

/** Whether the bytes that are sent are those of the blob. */
function isWhole({ head, pieces }: Partial<Pick<BlobResponse, 'head' | 'pieces'>>): boolean {
  return head === undefined && pieces === undefined
}

/**
 * Cross-origin, `If-Range` needs a preflight that stores do not answer, so a download that resumes is served from here.
 */
function mayLeave({ request, fromStore, head, pieces }: BlobResponse, { sizeBytes }: BlobFacts): boolean {
  return (
    fromStore === true &&
    isWhole({ head, pieces }) &&
    request.method === 'GET' &&
    request.headers['if-range'] === undefined &&
    sizeBytes > 0
  )
}

function publicAnswer({ contentType, fileName, disposition = 'attachment', cacheControl }: BlobResponse): PublicAnswer {
  return {
    contentType,
    cacheControl,
    ...(fileName !== undefined && { contentDisposition: contentDisposition(disposition, fileName) }),
  }
}

function commonHeaders(
  { sha256, contentType, fileName, disposition = 'attachment', cacheControl }: BlobResponse,
  etag: string,
): OutgoingHttpHeaders {
  return {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
    etag,
    ...(sha256 && { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }),
    ...(fileName !== undefined && { 'content-disposition': contentDisposition(disposition, fileName) }),
  }
}

/** Answers with generated bytes of a known total length. If the source ends early or fails, the connection is cut. */
export async function sendMade({
  request,
  reply,
  headers,
  length,
  open,
}: {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly headers: OutgoingHttpHeaders
  readonly length: number
  readonly open: () => Readable
}): Promise<void> {
  const all = { ...headers, 'content-length': length, 'x-content-type-options': 'nosniff' }
  if (request.method === 'HEAD') return finish(reply, 200, all)
  start(reply, 200, all)
  await pump(open(), reply.raw, length)
}

/**
 * Takes the response over from Fastify, whose own stream handling costs a fifth more, and sends the headers that hooks
 * have set.
 */
function start(reply: FastifyReply, status: number, headers: OutgoingHttpHeaders): void {
  reply.code(status)
  reply.hijack()
  reply.raw.writeHead(status, { ...headersOf(reply), ...headers })
}

function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined))
}

function finish(reply: FastifyReply, status: number, headers: OutgoingHttpHeaders): void {
  start(reply, status, headers)
  reply.raw.end()
}

/**
 * Resolves when everything is sent or the client has disconnected. A blob that ends early or fails cuts the connection,
 * so that half a file does not look complete.
 */
function pump(source: Readable, response: ServerResponse, length: number): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0
    const stop = () => {
      source.destroy()
      resolve()
    }
    response.once('close', stop)
    if (response.destroyed) return stop()
    response.on('drain', () => source.resume())
    source.on('data', (chunk: Buffer) => {
      sent += chunk.byteLength
      if (!response.write(chunk)) source.pause()
    })
    source.once('error', () => response.destroy())
    source.once('end', () => (sent === length ? response.end() : response.destroy()))
  })
}
