import { createHash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { namesTag } from '../http/byte-range.ts'

/** Smaller answers fit into a packet or two: neither saves any time. */
export const LEAST_BYTES = 2048

/**
 * Text is compressed, and an answer to GET that the client already has is a 304 with no body (decision 0057). Files are
 * sent past both. Must come before the routes.
 */
export async function compactAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (request, reply, payload) => {
    const isTagged =
      request.method === 'GET' &&
      reply.statusCode === 200 &&
      request.url.startsWith('/api/') &&
      typeof payload === 'string' &&
      payload.length >= LEAST_BYTES
    if (!isTagged) return payload
    // Weak: the bytes differ by encoding.
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', `W/${etag}`)
    if (!namesTag(request.headers['if-none-match'], etag)) return payload
    reply.code(304).removeHeader('content-length')
    return null
  })
  await app.register(compress, {
    threshold: LEAST_BYTES,
    encodings: ['br', 'gzip'],
    // Fast enough to be faster than the line even in a local network.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Requests are never inflated: a small one must not become a large one.
    globalDecompression: false,
  })
}
