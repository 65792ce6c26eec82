import { constants, existsSync, statSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Milliseconds } from '#shared/units.ts'
import { backupVolumeMissing } from '#server/backup/backup-volume.ts'
import { lastBackupAt } from '#server/backup/last-backup.ts'
import type { Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { newId } from '#server/ids.ts'
import { nothingStored } from '#server/storage/nothing-stored.ts'
import { joinEveryFeature } from '#app/server/feature-parts.ts'
import { reserveBytes, type Reserve } from '#server/storage/free-space-gate.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { look, ok, trouble, warning, type DoctorFinding } from './doctor-finding.ts'

/** The clocks of two machines may differ by this much without harm (docs/trust.md, R14). */
const CLOCK_PLAY_MS: Milliseconds = 5 * 60_000

export function openToLook({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Database | undefined {
  return DATABASE_URL || existsSync(join(DATA_DIR, 'roughmix.sqlite'))
    ? openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR })
    : undefined
}

/** The folder's permissions and free space. A missing one is created at the first start. */
export function checkFolder({
  DATA_DIR,
  AUTH_SECRET,
  ...config
}: Pick<Config, 'DATA_DIR' | 'AUTH_SECRET'> & Reserve): Promise<readonly DoctorFinding[]> {
  return look('data folder', async () => {
    const there = existsSync(DATA_DIR)
    const folder = there ? DATA_DIR : nearest(DATA_DIR)
    const mayWrite = await access(folder, constants.W_OK | constants.R_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    const { bavail, blocks, bsize } = await statfs(folder)
    const freeMb = Math.floor((bavail * bsize) / 1e6)
    const secret = join(DATA_DIR, 'auth-secret')
    return [
      mayWrite
        ? ok('data folder', there ? `${DATA_DIR} can be read and written` : `${DATA_DIR} is created at the first start`)
        : trouble('data folder', `${folder} cannot be written to by this user`),
      freeSpaceFinding(
        freeMb,
        Math.floor((blocks * bsize) / 1e6),
        Math.ceil(reserveBytes(config, blocks * bsize) / 1e6),
      ),
      ...(!config.DATABASE_URL && !existsSync(join(DATA_DIR, 'roughmix.sqlite'))
        ? [trouble('data folder', absent(DATA_DIR))]
        : []),
      ...(process.platform !== 'win32' && !AUTH_SECRET && existsSync(secret) && (statSync(secret).mode & 0o077) !== 0
        ? [trouble('data folder', `${secret} can be read by others: chmod 600 ${secret}`)]
        : []),
      ...(process.platform !== 'win32' && there ? open(DATA_DIR) : []),
    ]
  })
}

/** The folder contains sessions and users' music, so others must not be able to enter it. */
function open(dataDir: string): readonly DoctorFinding[] {
  const letsIn = (path: string, mode: number) => existsSync(path) && (statSync(path).mode & mode) !== 0
  const seen = letsIn(dataDir, 0o001)
    ? [join(dataDir, 'roughmix.sqlite'), join(dataDir, 'files')].filter((path) => letsIn(path, 0o005))
    : []
  return seen.length === 0
    ? []
    : [trouble('data folder', `every user of this machine can read ${seen.join(' and ')}: chmod o-rwx ${dataDir}`)]
}

function absent(place: string): string {
  return (
    `there is no Roughmix in ${place} yet. If there should be, these are not its settings: --settings FILE names ` +
    'those of a service. Otherwise the first start creates it.'
  )
}

function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

function freeSpaceFinding(freeMb: number, totalMb: number, leastMb: number): DoctorFinding {
  const message = `${freeMb.toLocaleString('en')} MB of ${totalMb.toLocaleString('en')} MB are free`
  if (freeMb < leastMb)
    return trouble(
      'disk',
      `${message}; uploads are refused below ${leastMb.toLocaleString('en')} MB (MIN_FREE_MB, MIN_FREE_PERCENT)`,
    )
  return freeMb < Math.max(2 * leastMb, totalMb / 20) ? warning('disk', `${message}: almost full`) : ok('disk', message)
}

export function checkDatabase({ db, engine }: Database): Promise<readonly DoctorFinding[]> {
  return look('database', async () => {
    const { applied, pending, unknown } = await schemaState(db, engine)
    if (unknown.length > 0)
      return trouble('database', `written by a newer Roughmix (${unknown.join(', ')}): start that version`)
    if (applied.length === 0) return trouble('database', absent('this database'))
    const schema =
      pending.length > 0
        ? warning('database', `${pending.length} steps behind this program; the next start keeps a copy and takes them`)
        : ok('database', `schema ${applied.at(-1) ?? ''}`)
    return engine === 'sqlite' ? [schema, ...(await checkSqlite(db))] : [schema, await checkPostgres(db)]
  })
}

async function checkSqlite(db: Database['db']): Promise<readonly DoctorFinding[]> {
  const { rows: damage } = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db)
  const { rows: dangling } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  const lines = damage.map((row) => row.quick_check).filter((line) => line !== 'ok')
  return [
    lines.length === 0
      ? ok('database', 'the SQLite file is whole')
      : trouble('database', `the SQLite file is damaged; restore a backup. ${lines.join('; ')}`),
    ...(dangling.length === 0
      ? []
      : [
          trouble(
            'database',
            `${dangling.length} rows refer to rows that are gone, in ` +
              `${[...new Set(dangling.map(({ table }) => table))].join(', ')}`,
          ),
        ]),
  ]
}

async function checkPostgres(db: Database['db']): Promise<DoctorFinding> {
  const { rows } = await sql<{
    version: string
    fsync: string
  }>`select current_setting('server_version') as version, current_setting('fsync') as fsync`.execute(db)
  const { version = '', fsync = '' } = rows[0] ?? {}
  return fsync === 'on'
    ? ok('database', `PostgreSQL ${version}`)
    : trouble('database', `PostgreSQL ${version} runs with fsync=${fsync}: a power cut can lose saved data`)
}

/** The volume's marker, and whether the store is writable. */
export function checkFiles(config: Config, { db, engine }: Database): Promise<readonly DoctorFinding[]> {
  return look('files', async () => {
    joinEveryFeature()
    const { applied } = await schemaState(db, engine)
    const isNew = applied.length === 0 || (await nothingStored(db))
    if (isNew && !config.S3_BUCKET && !existsSync(join(config.DATA_DIR, 'files', '.roughmix-volume')))
      return ok('files', 'the folder is created at the first start')
    const storage = await openStorage({ config, workshop: join(config.DATA_DIR, 'tmp'), newId, isNew })
    await storage.check()
    return ok(
      'files',
      config.S3_BUCKET
        ? `the bucket ${config.S3_BUCKET} can be written to`
        : 'the volume carries its marker and can be written to',
    )
  })
}

/** Compares the clock with times in the database: a clock that was set back would put everything in the future. */
export async function checkClock({ db, engine }: Database): Promise<DoctorFinding> {
  const [finding] = await look('clock', async () => {
    if ((await schemaState(db, engine)).applied.length < 2) return ok('clock', new Date().toISOString())
    const { at } = await db
      .selectFrom('events')
      .select((eb) => eb.fn.max('at').as('at'))
      .executeTakeFirstOrThrow()
    const ahead = Number(at ?? 0) - Date.now()
    if (ahead > CLOCK_PLAY_MS)
      return trouble(
        'clock',
        `this machine’s clock says ${new Date().toISOString()}, but the newest event is ` +
          `from ${new Date(Number(at)).toISOString()}`,
      )
    if (engine === 'sqlite') return ok('clock', new Date().toISOString())
    const { rows } = await sql<{
      now: number
    }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
    const apart = Math.abs(Number(rows[0]?.now ?? 0) - Date.now())
    return apart > CLOCK_PLAY_MS
      ? trouble('clock', `this machine and PostgreSQL’s are ${Math.round(apart / 60_000)} minutes apart`)
      : ok('clock', new Date().toISOString())
  })
  return finding ?? ok('clock', '')
}

export function checkJobs({ db, engine }: Database): Promise<readonly DoctorFinding[]> {
  return look('jobs', async () => {
    if ((await schemaState(db, engine)).applied.length < 2) return []
    const dead = await db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'dead')
      .executeTakeFirstOrThrow()
    const count = Number(dead.n)
    return count === 0
      ? ok('jobs', 'none has failed permanently')
      : warning(
          'jobs',
          `${count} failed permanently: “jobs list --state dead” says why, “jobs retry --all” tries again`,
        )
  })
}

const OLD_BACKUP_MS: Milliseconds = 48 * 3600_000

/** When the last backup was made, and whether it is on another disk than the data. */
export function checkBackup(
  { BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>,
  { db, engine }: Database,
): Promise<readonly DoctorFinding[]> {
  return look('backup', async () => {
    if ((await schemaState(db, engine)).applied.length < 2) return []
    const at = await lastBackupAt(DATA_DIR, db)
    const missing = BACKUP_DIR === undefined ? undefined : await backupVolumeMissing(BACKUP_DIR, DATA_DIR)
    const how =
      BACKUP_DIR === undefined
        ? 'set BACKUP_DIR, or see docs/backup.md'
        : `${BACKUP_DIR} gets one every day while the server runs; “jobs list --state dead” says why it does not`
    const hours = at === null ? 0 : Math.floor((Date.now() - at) / 3600_000)
    return [
      ...(missing === undefined ? [] : [trouble('backup', missing)]),
      at === null
        ? warning('backup', `no backup is known: ${how}`)
        : Date.now() - at > OLD_BACKUP_MS
          ? warning('backup', `the last one is ${Math.floor(hours / 24)} days old: ${how}`)
          : ok('backup', `the last one is ${hours} hours old`),
      ...(BACKUP_DIR !== undefined && isSameDisk(BACKUP_DIR, DATA_DIR)
        ? [warning('backup', `${BACKUP_DIR} is on the same disk as DATA_DIR: both would be lost with it`)]
        : []),
    ]
  })
}

function isSameDisk(one: string, other: string): boolean {
  return statSync(nearest(one)).dev === statSync(nearest(other)).dev
}
