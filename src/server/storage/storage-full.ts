import { StorageFull } from './storage.ts'

/**
 * A full disk, an exceeded quota, or a file too large for the file system, by the codes of Node, SQLite and PostgreSQL.
 */
export function isFull(error: unknown): boolean {
  if (error instanceof StorageFull) return true
  if (!(error instanceof Error)) return false
  // SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: no space for the WAL index.
  if ('errcode' in error && (error.errcode === 13 || error.errcode === 4874)) return true
  return (
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === 'EFBIG' || error.code === '53100')
  )
}
