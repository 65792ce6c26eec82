import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Milliseconds } from '#shared/units.ts'

export interface Patience {
  /**
   * A connection on which nothing moves either way is cut after one to two of these: Node gives a reader who has taken
   * something meanwhile another.
   */
  readonly silentMs: Milliseconds
  /** What arrives of a body in each of these must be worth waiting for. */
  readonly bodyMs: Milliseconds
}

export const PATIENCE: Patience = { silentMs: 20_000, bodyMs: 20_000 }
/** Slower than any line over which somebody could work. */
const LEAST_BYTES_PER_SECOND = 500
/** How often silence is borne while the server itself is at work, as over the hash of a large file. */
const ROUNDS_AT_WORK = 10

/** Heads are read by Node. */
export const HEAD_MS: Milliseconds = 20_000

/**
 * Cuts off whoever holds a connection without using it: half a body, one in drops, an answer that nobody reads. Slow
 * but steady ones are let be. The server itself was opened with `connectionTimeout: silentMs`.
 */
export function cutSlowClients(app: FastifyInstance, { silentMs, bodyMs }: Patience): void {
  app.addHook('onRequest', (request, reply, done) => {
    bearSilence(request.raw, reply.raw, silentMs)
    if (hasBody(request.raw)) watchBody(request.raw, reply.raw, bodyMs)
    done()
  })
}

/** With a listener of its own a response keeps Node from cutting, so this one must. */
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

/** As much lies unread as is taken in. */
function waitsForUs({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
