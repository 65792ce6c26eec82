import { RestoreUnfinished } from './backup/unfinished-restore.ts'
import { SqliteTooOld } from './db/sqlite-version.ts'
import { DataInUse } from './process/process-lock.ts'
import { VolumeMissing } from './storage/disk.storage.ts'
import { StorageAway } from './storage/storage.ts'

/** Plain words for what commonly keeps a server from starting; undefined for anything that needs its stack. */
export function startTrouble(error: unknown, env: Readonly<Record<string, string | undefined>>): readonly string[] | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof VolumeMissing || error instanceof DataInUse || error instanceof RestoreUnfinished || error instanceof SqliteTooOld) return [error.message]
  if (error instanceof StorageAway) return [`The files in the bucket ${env['S3_BUCKET']} cannot be reached: ${error.message}. Look at S3_ENDPOINT and whether it runs.`]
  const code = 'code' in error ? error.code : undefined
  // As after a mistyped --role.
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) return [error.message]
  const dataDir = env['DATA_DIR'] ?? './data'
  if (code === 'EADDRINUSE') {
    const name = 'port' in error && String(error.port) === env['METRICS_PORT'] ? 'METRICS_PORT' : 'PORT'
    return [`Port ${env[name] ?? 3000} is taken by another program. Stop it, or choose another: ${name}=3001 npm start`]
  }
  if (isUnknownHost(code)) return unknownHost('hostname' in error ? String(error.hostname) : '', code, env)
  if (code === 'EADDRNOTAVAIL') return [`HOST ${env['HOST'] ?? 'localhost'} is not an address of this machine.`]
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') return [`Port ${env['PORT'] ?? 3000} needs administrator rights. Choose one above 1023: PORT=3000 npm start`]
  if (code === 'ENOTDIR' || code === 'EEXIST') return [`${dataDir} is not a folder. Choose another: DATA_DIR=/path npm start`]
  if (code === 'EROFS') return [`The disk of ${dataDir} is read-only. Choose a folder that can be written to: DATA_DIR=/path npm start`]
  if (code === 'EACCES' || code === 'EPERM') return [`${dataDir} cannot be written to. Give this user the right to, or choose another folder: DATA_DIR=/path npm start`]
  if (code === 'ENOSPC') return [`The disk of ${dataDir} is full. Free some space and start again.`]
  if (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000') return [`The database in DATABASE_URL does not answer or refuses the sign-in (${String(code)}).`]
  const errcode = 'errcode' in error ? error.errcode : undefined
  if (errcode === 13) return [`The disk of ${dataDir} is full. Free some space and start again.`]
  if (errcode === 8 || errcode === 14) return [`The database in ${dataDir} cannot be written to (read-only disk or missing rights).`]
  if (errcode === 11 || errcode === 26) return [`The database in ${dataDir} is damaged or not a database. Restore a backup.`]
  if (errcode === 5 || errcode === 6) return [`Another Roughmix is using ${dataDir}. Stop it first.`]
  return undefined
}

function isUnknownHost(code: unknown): code is 'ENOTFOUND' | 'EAI_AGAIN' {
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}

/** The database comes first: it is opened before anything listens. */
function unknownHost(hostname: string, code: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const database = env['DATABASE_URL'] ?? ''
  if (URL.canParse(database) && decodeURIComponent(new URL(database).hostname).toLowerCase() === hostname.toLowerCase()) return [`The database in DATABASE_URL is nowhere to be found: no host is called ${hostname} (${code}).`]
  if (hostname === (env['HOST'] ?? 'localhost')) return [`HOST ${hostname} is not an address of this machine.`]
  return [`No host is called ${hostname} (${code}). Is it spelled right in the settings?`]
}
