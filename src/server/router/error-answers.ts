import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal, refused, type ErrorAnswer } from '#shared/errors.ts'
import { isLostConnection } from '../db/lost-connection.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { readiness } from '../health.ts'
import { isFull } from '../storage/storage-full.ts'
import { BlobMissing, StorageAway, StorageBroken, StorageFull } from '../storage/storage.ts'

/** Answers all refusals and bugs. A bug is logged and answered without detail. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (!refusal) request.log.error({ err: error }, 'request failed')
    return sendRefusal(
      reply,
      refusal ??
        new Refusal(
          500,
          'internal_server_error',
          'Something went wrong on the server. Nothing was changed. Try again.',
        ),
    )
  })
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const answer: ErrorAnswer = {
    status: refusal.status,
    statusText: STATUS_CODES[refusal.status] ?? 'Error',
    code: refusal.code,
    message: refusal.message,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.current && { current: refusal.current }),
  }
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(answer))
}

/** Whether an error is temporary, neither the request's fault nor a bug: a lock, a lost connection, a full disk. */
export function willPass(error: unknown): boolean {
  const status = asRefusal(error)?.status
  return status === 503 || status === 507
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isFull(error)) return full(error)
  if (error instanceof BlobMissing) return refused.not_found()
  if (error instanceof StorageBroken) return broken()
  if (error instanceof StorageAway)
    return new Refusal(503, 'busy', 'The server cannot reach its files at the moment. Try again soon.', {
      retryAfterSeconds: 5,
    })
  if (typeof error !== 'object' || error === null) return undefined
  // Better Auth wraps database errors while it reads a session.
  if ('cause' in error && willPass(error.cause)) return asRefusal(error.cause)
  return ofDatabase(error) ?? ofRequest(error)
}

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_RECOVERY and SQLITE_BUSY_SNAPSHOT. */
const LOCKED: ReadonlySet<unknown> = new Set([5, 6, 261, 517])
/** The primary code, in the low byte. */
const SQLITE_IOERR = 10

function ofDatabase(error: object): Refusal | undefined {
  const errcode = 'errcode' in error ? error.errcode : undefined
  if (LOCKED.has(errcode) || isLostConnection(error))
    return new Refusal(503, 'busy', 'The server is busy. Try again in a moment.', { retryAfterSeconds: 2 })
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_IOERR) return broken()
  return isUniqueViolation(error) ? refused.conflict() : undefined
}

/** A refusal for what Fastify found wrong with a request. */
function ofRequest(error: object): Refusal | undefined {
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
  if (status === 413) return refused.too_large()
  if (status === 415) return refused.content_type()
  return status >= 400 && status < 500 ? new Refusal(status, 'VALIDATION_ERROR', 'Invalid body parameters') : undefined
}

/** Files stop at the reserve long before the database runs out of space; the message says which of the two is full. */
function full(error: unknown): Refusal {
  const isForFile = error instanceof StorageFull && !readiness.full
  return new Refusal(
    507,
    'storage.full',
    isForFile
      ? 'The server has no room left for this file. Notes, tasks and sign-in go on.'
      : 'The server’s disk is full. Nothing was changed. You can read and listen; ' +
          'changes are kept again once there is space.',
  )
}

/** The process is about to end and restart. Nothing was acknowledged. */
function broken(): Refusal {
  return new Refusal(503, 'busy', 'The server cannot keep anything at the moment. Try again soon.', {
    retryAfterSeconds: 5,
  })
}
