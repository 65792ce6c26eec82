import { resolve, sep } from 'node:path'
import { RestoreUnfinished } from './backup/unfinished-restore.ts'
import { SqliteTooOld } from './db/sqlite-version.ts'
import { DataInUse } from './process/process-lock.ts'
import { VolumeMissing } from './storage/disk.storage.ts'
import { isFull } from './storage/storage-full.ts'
import { StorageAway, StorageBroken, StorageFull } from './storage/storage.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Plain words for what commonly keeps a server from starting; undefined for anything that needs its stack. A command
 * (`isStart` false) is told no other way to start.
 */
export function startError(
  error: unknown,
  env: Env,
  { isStart = true }: { readonly isStart?: boolean } = {},
): readonly string[] | undefined {
  if (!(error instanceof Error)) return undefined
  if (
    error instanceof VolumeMissing ||
    error instanceof DataInUse ||
    error instanceof RestoreUnfinished ||
    error instanceof SqliteTooOld
  )
    return [error.message]
  if (error instanceof StorageAway)
    return [
      `The files in the bucket ${env['S3_BUCKET']} cannot be reached: ` +
        `${error.message}. Look at S3_ENDPOINT and whether it runs.`,
    ]
  const code = 'code' in error ? error.code : undefined
  // As after a mistyped --role.
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) return [error.message]
  const dataDir = env['DATA_DIR'] ?? './data'
  const place = placeOf(error, dataDir)
  const other = place === dataDir && isStart ? ': DATA_DIR=/path npm start' : '.'
  if (code === 'EADDRINUSE') {
    const name = 'port' in error && String(error.port) === env['METRICS_PORT'] ? 'METRICS_PORT' : 'PORT'
    return [`Port ${env[name] ?? 3000} is taken by another program. Stop it, or choose another: ${name}=3001 npm start`]
  }
  if (isUnknownHost(code)) return unknownHost('hostname' in error ? String(error.hostname) : '', code, env)
  if (code === 'EADDRNOTAVAIL') return [`HOST ${env['HOST'] ?? 'localhost'} is not an address of this machine.`]
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return [`Port ${env['PORT'] ?? 3000} needs administrator rights. Choose one above 1023: PORT=3000 npm start`]
  if (code === 'ENOTDIR' || (code === 'EEXIST' && 'syscall' in error && error.syscall === 'mkdir'))
    return [`${place} is not a folder. Choose another${other}`]
  if (code === 'EROFS') return [`The disk of ${place} is read-only. Choose a folder that can be written to${other}`]
  if (code === 'EACCES' || code === 'EPERM')
    return [
      place === dataDir
        ? `${place} cannot be written to. Give this user the right to, or choose another folder${other}`
        : `${place} is closed to this user. Give them the right to it, or choose another place.`,
    ]
  if (code === '53100') return ['The disk of the database in DATABASE_URL is full. Free some space there first.']
  if (error instanceof StorageFull && env['S3_BUCKET']) return [`The bucket ${env['S3_BUCKET']} is full.`]
  if (isFull(error)) return [`The disk of ${place} is full. Free some space and ${isStart ? 'start' : 'begin'} again.`]
  if (error instanceof StorageBroken)
    return [
      `The disk of ${dataDir} failed to keep what was written ` +
        `(${error.cause instanceof Error ? error.cause.message : String(error.cause)}). Look ` +
        'at the disk, and at the kernel’s log, first.',
    ]
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000')
    return [`The database in DATABASE_URL does not answer or refuses the sign-in (${String(code)}).`]
  const errcode = 'errcode' in error ? error.errcode : undefined
  if (errcode === 8 || errcode === 14)
    return [`The database in ${dataDir} cannot be written to (read-only disk or missing rights).`]
  if (errcode === 11 || errcode === 26)
    return [`The database in ${dataDir} is damaged or not a database. Restore a backup.`]
  if (errcode === 5 || errcode === 6) return [`Another Roughmix is using ${dataDir}. Stop it first.`]
  return undefined
}

/**
 * What could not be opened or made, where the error names it and it is not part of the data folder, or on the way
 * there.
 */
function placeOf(error: Error, dataDir: string): string {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (path === undefined) return dataDir
  const [named, data] = [resolve(path), resolve(dataDir)]
  return `${named}${sep}`.startsWith(`${data}${sep}`) || `${data}${sep}`.startsWith(`${named}${sep}`) ? dataDir : path
}

function isUnknownHost(code: unknown): code is 'ENOTFOUND' | 'EAI_AGAIN' {
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}

/** The database comes first: it is opened before anything listens. */
function unknownHost(hostname: string, code: string, env: Env): readonly string[] {
  const database = env['DATABASE_URL'] ?? ''
  if (URL.canParse(database) && decodeURIComponent(new URL(database).hostname).toLowerCase() === hostname.toLowerCase())
    return [`The database in DATABASE_URL is nowhere to be found: no host is called ${hostname} (${code}).`]
  if (hostname === (env['HOST'] ?? 'localhost')) return [`HOST ${hostname} is not an address of this machine.`]
  return [`No host is called ${hostname} (${code}). Is it spelled right in the settings?`]
}
