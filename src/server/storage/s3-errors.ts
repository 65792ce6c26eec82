import { StorageFull } from './storage.ts'

const GONE = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
const FULL = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge'])

/** The object or multipart upload is not there. A missing bucket is another matter. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && GONE.has(error.name)
}

/** For `.catch`: names a full store as such. */
export function orStorageFull(error: unknown): never {
  throw error instanceof Error && (FULL.has(error.name) || statusOf(error) === 507) ? new StorageFull() : error
}

function statusOf(error: Error): unknown {
  const facts: unknown = '$metadata' in error ? error.$metadata : undefined
  return typeof facts === 'object' && facts !== null && 'httpStatusCode' in facts ? facts.httpStatusCode : undefined
}
