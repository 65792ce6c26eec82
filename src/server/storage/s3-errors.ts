import { StorageAway, StorageFull } from './storage.ts'

const GONE = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge'])

/** What a client says that got no answer, and what stores say of themselves; not of one object, as 500 may be. */
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

/** The object or multipart upload is not there. A missing bucket is another matter. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && GONE.has(error.name)
}

/** For `.catch`: names a full store as such. */
export function orStorageFull(error: unknown): never {
  throw error instanceof Error && (FULL.has(error.name) || statusOf(error) === 507) ? new StorageFull() : error
}

/** For `.catch`: names a store that cannot be reached as such, once the client has given up trying. */
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
