import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Milliseconds } from '#shared/units.ts'

export interface Patience {
  /**
   * A connection without traffic in either direction is cut after one to two of these: Node restarts the timeout when a
   * client reads something.
   */
  readonly silentMs: Milliseconds
  /** Each of these intervals must bring at least LEAST_BYTES_PER_SECOND of a body. */
  readonly bodyMs: Milliseconds
}

export const PATIENCE: Patience = { silentMs: 20_000, bodyMs: 20_000 }
/** Slower than any line that is usable for this product. */
const LEAST_BYTES_PER_SECOND = 500
/** How many silent intervals are allowed while the server itself is working, for example hashing a large file. */
const ROUNDS_AT_WORK = 10

/** Node enforces this limit for request heads. */
export const HEAD_MS: Milliseconds = 20_000

/**
 * Cuts connections that hold resources without using them: an unfinished body, one that trickles in, an answer that is
 * not read. Slow but steady clients are not cut. The server must be created with `connectionTimeout: silentMs`.
 */
export function cutSlowClients(app: FastifyInstance, { silentMs, bodyMs }: Patience): void {
  app.addHook('onRequest', (request, reply, done) => {
    bearSilence(request.raw, reply.raw, silentMs)
    if (hasBody(request.raw)) watchBody(request.raw, reply.raw, bodyMs)
    done()
  })
}

/** A response with its own timeout listener is not cut by Node, so this listener must do it. */
function bearSilence(request: IncomingMessage, response: ServerResponse, silentMs: Milliseconds): void {
  let rounds = 0
  response.on('timeout', () => {
    const isAtWork = response.headersSent ? response.writableLength === 0 : request.complete || waitsForUs(request)
    if (isAtWork && ++rounds <= ROUNDS_AT_WORK) request.socket.setTimeout(silentMs)
    else request.socket.destroy()
  })
}

function watchBody(request: IncomingMessage, response: ServerResponse, bodyMs: Milliseconds): void {
  const { socket } = request
  let had = socket.bytesRead
  const watch = setInterval(() => {
    if (request.complete || response.writableEnded) return clearInterval(watch)
    if (!waitsForUs(request) && socket.bytesRead - had < (LEAST_BYTES_PER_SECOND * bodyMs) / 1000) socket.destroy()
    had = socket.bytesRead
  }, bodyMs).unref()
  response.once('close', () => clearInterval(watch))
}

/** The request's buffer is full: the server has not read it yet. */
function waitsForUs({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
