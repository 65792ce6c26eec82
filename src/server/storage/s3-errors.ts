import { StorageAway, StorageFull } from './storage.ts'

const GONE = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge'])

/** Errors of a client without an answer, and of a store as a whole; not of one object, as 500 may be. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'TimeoutError',
  'RequestTimeout',
  'SlowDown',
])
const NOT_UP_TO_IT = new Set([429, 502, 503, 504])

/** The object or multipart upload does not exist. A missing bucket is a different error. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && GONE.has(error.name)
}

/** For `.catch`: turns a full store's error into StorageFull. */
export function orStorageFull(error: unknown): never {
  throw error instanceof Error && (FULL.has(error.name) || statusOf(error) === 507) ? new StorageFull() : error
}

/** For `.catch`: turns an unreachable store's error into StorageAway, after the client's retries. */
export function orStorageAway(error: unknown): never {
  throw error instanceof Error &&
    !FULL.has(error.name) &&
    (AWAY.has(error.name) || AWAY.has(codeOf(error)) || NOT_UP_TO_IT.has(Number(statusOf(error))))
    ? new StorageAway(error)
    : error
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function statusOf(error: Error): unknown {
  const facts: unknown = '$metadata' in error ? error.$metadata : undefined
  return typeof facts === 'object' && facts !== null && 'httpStatusCode' in facts ? facts.httpStatusCode : undefined
}
