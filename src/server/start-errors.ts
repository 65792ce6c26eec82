import { resolve, sep } from 'node:path'
import { RestoreUnfinished } from './backup/unfinished-restore.ts'
import { SqliteTooOld } from './db/sqlite-version.ts'
import { DataInUse } from './process/process-lock.ts'
import { VolumeMissing } from './storage/disk.storage.ts'
import { isFull } from './storage/storage-full.ts'
import { StorageAway, StorageBroken, StorageFull } from './storage/storage.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Facts about an error: `place` is the file or folder it names, `other` the setting that chooses another one. */
interface StartError {
  readonly error: Error & { readonly [field: string]: unknown }
  readonly env: Env
  readonly dataDir: string
  readonly place: string
  readonly other: string
  readonly isStart: boolean
}

type Rule = (about: StartError) => string | undefined

/**
 * A readable message for common start errors; undefined for an error that needs its stack. For a command (`isStart`
 * false) it suggests no other way to start.
 */
export function startError(
  error: unknown,
  env: Env,
  { isStart = true }: { readonly isStart?: boolean } = {},
): readonly string[] | undefined {
  if (!(error instanceof Error)) return undefined
  const dataDir = env['DATA_DIR'] ?? './data'
  const place = placeOf(error, dataDir)
  const other = place === dataDir && isStart ? ': DATA_DIR=/path npm start' : '.'
  const about = { error: error as StartError['error'], env, dataDir, place, other, isStart }
  for (const rule of [...byClass, byCode, bySqliteCode]) {
    const message = rule(about)
    if (message !== undefined) return [message]
  }
  return undefined
}

const byClass: readonly Rule[] = [
  ({ error }) =>
    [VolumeMissing, DataInUse, RestoreUnfinished, SqliteTooOld].some((kind) => error instanceof kind)
      ? error.message
      : undefined,
  ({ error, env }) =>
    error instanceof StorageAway
      ? `The files in the bucket ${env['S3_BUCKET']} cannot be reached: ` +
        `${error.message}. Check S3_ENDPOINT, and that the store is running.`
      : undefined,
  // For example a mistyped --role.
  ({ error }) => (String(error['code']).startsWith('ERR_PARSE_ARGS') ? error.message : undefined),
  ({ error, env }) =>
    error instanceof StorageFull && env['S3_BUCKET'] ? `The bucket ${env['S3_BUCKET']} is full.` : undefined,
  // PostgreSQL's error.
  ({ error }) =>
    error['code'] === '53100'
      ? 'The disk of the database in DATABASE_URL is full. Free some space there first.'
      : undefined,
  ({ error, place }) => (isFull(error) ? `The disk of ${place} is full. Free some space and start again.` : undefined),
  ({ error, dataDir }) =>
    error instanceof StorageBroken
      ? `The disk of ${dataDir} failed to keep what was written ` +
        `(${error.cause instanceof Error ? error.cause.message : String(error.cause)}). Look ` +
        'at the disk, and at the kernel’s log, first.'
      : undefined,
]

const notAFolder: Rule = ({ place, other }) => `${place} is not a folder. Choose another${other}`

const notAllowed: Rule = ({ place, dataDir, other }) =>
  place === dataDir
    ? `${place} cannot be written to. Grant this user write access, or choose another folder${other}`
    : `${place} cannot be opened by this user. Grant access, or choose another place.`

const noDatabase: Rule = ({ error }) =>
  `The database in DATABASE_URL does not answer or refuses the sign-in (${String(error['code'])}).`

/** By the error code of Node's system errors or of PostgreSQL. */
const codes: ReadonlyMap<unknown, Rule> = new Map<string, Rule>([
  [
    'EADDRINUSE',
    ({ error, env }) => {
      const name = String(error['port']) === env['METRICS_PORT'] ? 'METRICS_PORT' : 'PORT'
      return `Port ${env[name] ?? 3000} is taken by another program. Stop it, or choose another: ${name}=3001 npm start`
    },
  ],
  ['ENOTFOUND', unknownHost],
  ['EAI_AGAIN', unknownHost],
  ['EADDRNOTAVAIL', ({ env }) => `HOST ${env['HOST'] ?? 'localhost'} is not an address of this machine.`],
  [
    'EACCES',
    (about) =>
      about.error['syscall'] === 'listen'
        ? `Port ${about.env['PORT'] ?? 3000} needs administrator rights. Choose one above 1023: PORT=3000 npm start`
        : notAllowed(about),
  ],
  ['EPERM', notAllowed],
  ['ENOTDIR', notAFolder],
  ['EEXIST', (about) => (about.error['syscall'] === 'mkdir' ? notAFolder(about) : undefined)],
  ['EROFS', ({ place, other }) => `The disk of ${place} is read-only. Choose a folder that can be written to${other}`],
  ['ECONNREFUSED', noDatabase],
  ['28P01', noDatabase],
  ['3D000', noDatabase],
])

const byCode: Rule = (about) => codes.get(about.error['code'])?.(about)

const readOnly: Rule = ({ dataDir }) =>
  `The database in ${dataDir} cannot be written to (read-only disk or missing rights).`
const damaged: Rule = ({ dataDir }) => `The database in ${dataDir} is damaged or not a database. Restore a backup.`
const inUse: Rule = ({ dataDir }) => `Another Roughmix is using ${dataDir}. Stop it first.`

/** @see https://www.sqlite.org/rescode.html */
const sqliteCodes: ReadonlyMap<unknown, Rule> = new Map([
  [5 /* SQLITE_BUSY */, inUse],
  [6 /* SQLITE_LOCKED */, inUse],
  [8 /* SQLITE_READONLY */, readOnly],
  [11 /* SQLITE_CORRUPT */, damaged],
  [14 /* SQLITE_CANTOPEN */, readOnly],
  [26 /* SQLITE_NOTADB */, damaged],
])

const bySqliteCode: Rule = (about) => sqliteCodes.get(about.error['errcode'])?.(about)

/** The path that the error names, unless it is inside the data folder or above it. */
function placeOf(error: Error, dataDir: string): string {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined
  if (path === undefined) return dataDir
  const [named, data] = [resolve(path), resolve(dataDir)]
  return `${named}${sep}`.startsWith(`${data}${sep}`) || `${data}${sep}`.startsWith(`${named}${sep}`) ? dataDir : path
}

/** The database is opened first, before the server listens. */
function unknownHost({ error, env }: StartError): string {
  const hostname = String(error['hostname'] ?? '')
  const code = String(error['code'])
  const database = env['DATABASE_URL'] ?? ''
  if (URL.canParse(database) && decodeURIComponent(new URL(database).hostname).toLowerCase() === hostname.toLowerCase())
    return `The database in DATABASE_URL could not be found: there is no host ${hostname} (${code}).`
  if (hostname === (env['HOST'] ?? 'localhost')) return `HOST ${hostname} is not an address of this machine.`
  return `There is no host ${hostname} (${code}). Check its spelling in the settings.`
}
