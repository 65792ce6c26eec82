import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { loadRows } from '#server/backup/load-rows.ts'
import { databaseRows, type RowSource } from '#server/backup/stored-rows.ts'
import { differingTables, digestRows, type TableDigests } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { markFinished, markUnfinished, ROWS_ALONE, UNFINISHED } from '#server/backup/unfinished-restore.ts'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import { hashedStream } from '#features/administration/server/back-up.ts'
import { SECRET, type BackedUpFile } from '#features/administration/server/backup-manifest.ts'
import { recordCommand } from './command-audit.ts'
import { Refused } from './command.ts'
import { openNamed, type NamedPlace } from './named-place.ts'
import { FILE_ROOTS, verifyFiles } from './verify-files.ts'

/** These make no folder full. */
const KEPT: ReadonlySet<string> = new Set(['roughmix.lock', '.env'])

/** What a place is filled with: a backup, or another place. */
export interface Filling {
  readonly migrations: readonly string[]
  readonly tables: TableDigests
  readonly files: readonly BackedUpFile[]
  /** Keys that were missing there already. */
  readonly missing: readonly string[]
  readonly secret: string | undefined
  /** Rows alone, for a place whose files are there already. */
  readonly isRowsOnly?: boolean
  /** What the log of the new place says of it. */
  readonly deed: 'admin.restored' | 'admin.store_moved'
  readFile(key: string): Promise<Readable>
  withRows<T>(work: (rows: RowSource) => Promise<T>): Promise<T>
}

export interface Filled {
  readonly files: number
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  /** Tables whose rows are not those of the source. */
  readonly differingTables: readonly string[]
  /** Files whose bytes are not those of the source. */
  readonly differingFiles: readonly string[]
  /** Files that rows name and that are not there, other than those that were missing before. */
  readonly dangling: readonly string[]
  /** Uploads that were under way; what came of them is not kept, and their senders begin anew. */
  readonly endedUploads: number
}

/** Fills an empty place and reads everything back. Asked to stop, it leaves the place as empty as it was, and says so. */
export async function fillPlace(config: Config, source: Filling, tell: (line: string) => void, signal?: AbortSignal): Promise<Filled> {
  const isRowsOnly = source.isRowsOnly === true
  await refuseUnlessEmpty(config, isRowsOnly)
  const place = await openNamed(config, { isNew: !isRowsOnly })
  let before: ReadonlySet<string> = new Set()
  let isStopped = false
  try {
    await refuseUnlessNew(place, isRowsOnly)
    before = await madeIn(place.database)
    await writeFile(join(config.DATA_DIR, UNFINISHED), isRowsOnly ? ROWS_ALONE : '', { flush: true })
    await markUnfinished(place.database)
    const differingFiles = await copyFiles(place, source, tell, signal)
    tell('copying the rows')
    await source.withRows((rows) => loadRows(place.database, heeding(rows, signal)))
    const tables = await digestRows(databaseRows(place.database.db, await tableShapes(new Set(source.migrations)), source.migrations))
    keepSecret(config, source.secret)
    const endedUploads = await bringUpToDate(place)
    const { missing } = await verifyFiles({ ...place, now: Date.now }, { isQuick: true })
    await recordCommand(place.database, { kind: source.deed })
    await place.stillHeld()
    await markFinished(place.database)
    await rm(join(config.DATA_DIR, UNFINISHED), { force: true })
    const known = new Set(source.missing)
    return {
      files: source.files.length, bytes: source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      tables: Object.keys(tables).length, rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
      differingTables: differingTables(source.tables, tables), differingFiles,
      dangling: missing.map(({ key }) => key).filter((key) => !known.has(key)), endedUploads,
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    isStopped = true
    tell('stopping: what was written is taken back')
    await takeBack(place, source, before)
    throw new Refused(STOPPED, { cause: error })
  } finally {
    await place.close()
    if (isStopped) await emptyFolder(config, isRowsOnly)
  }
}

/** Asked to stop, between two files or two tables. */
class Stopped extends Error {}

export const STOPPED = 'Stopped. The new place is as empty as it was, and the old one as it was: the command can be given again.'

function heeding(rows: RowSource, signal: AbortSignal | undefined): RowSource {
  return {
    migrations: rows.migrations,
    async *tables() {
      for await (const table of rows.tables()) {
        if (signal?.aborted) throw new Stopped()
        yield table
      }
    },
  }
}

/**
 * Files by their names, and of a PostgreSQL what is ours and was not there before, with the mark of what is unfinished in one
 * change; a folder is emptied once nobody has it open.
 */
async function takeBack({ database, storage }: NamedPlace, { files, migrations }: Filling, before: ReadonlySet<string>): Promise<void> {
  for (const { key } of files) await storage.remove(key)
  if (database.engine !== 'postgres') return
  const tables = (await tableShapes(new Set(migrations))).map(({ name }) => name)
  await database.db.transaction().execute(async (db) => {
    for (const thing of await madeIn({ ...database, db }, [...tables, ...OURS_BESIDE])) if (!before.has(thing)) await sql.raw(`drop ${thing} cascade`).execute(db)
  })
}

/** What the migrations make beside the tables that are copied. */
const OURS_BESIDE = ['migrations', 'restore_unfinished', 'keep_approval_decision', 'fold_text']

/** Tables and functions of a PostgreSQL, as in `table notes`, quoted as it does itself; all, or those so called. SQLite is a file, which goes as a whole. */
async function madeIn({ db, engine }: NamedPlace['database'], called?: readonly string[]): Promise<ReadonlySet<string>> {
  if (engine !== 'postgres') return new Set()
  const { rows } = await sql<{ thing: string; name: string }>`
    select 'table ' || quote_ident(tablename) as thing, tablename as name from pg_tables where schemaname = current_schema()
    union all select 'function ' || oid::regprocedure::text, proname from pg_proc where pronamespace = current_schema()::regnamespace and prokind = 'f'
  `.execute(db)
  return new Set(rows.filter(({ name }) => called === undefined || called.includes(name)).map(({ thing }) => thing))
}

/** It was empty before, or nothing of it is used but the database and the mark of what is unfinished, which goes last. */
async function emptyFolder({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, isRowsOnly: boolean): Promise<void> {
  const isOurs = (name: string) => !KEPT.has(name) && name !== UNFINISHED && (!isRowsOnly || name.startsWith('roughmix.sqlite'))
  const names = DATABASE_URL && S3_BUCKET ? [] : (await readdir(DATA_DIR)).filter(isOurs)
  for (const name of [...names, UNFINISHED]) await rm(join(DATA_DIR, name), { recursive: true, force: true })
}

export function isProven({ differingTables: tables, differingFiles, dangling }: Filled): boolean {
  return tables.length + differingFiles.length + dangling.length === 0
}

/** Looked at before anything is opened, as opening makes files. */
async function refuseUnlessEmpty({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, isRowsOnly: boolean): Promise<void> {
  if (isRowsOnly) {
    if (!DATABASE_URL && existsSync(join(DATA_DIR, 'roughmix.sqlite'))) throw new Refused(`There is a roughmix.sqlite in ${DATA_DIR} already. Nothing was written. Move it away first.`)
    return
  }
  const names = (await readdir(DATA_DIR).catch(() => [])).filter((name) => !KEPT.has(name))
  if (!(DATABASE_URL && S3_BUCKET) && names.length > 0) throw new Refused(`${DATA_DIR} is not empty: ${names.slice(0, 5).join(', ')}. Nothing was written. Name a new folder.`)
}

async function refuseUnlessNew({ config, database, storage }: NamedPlace, isRowsOnly: boolean): Promise<void> {
  const { applied, unknown } = await schemaState(database.db, database.engine)
  if (applied.length + unknown.length > 0) throw new Refused('There is a Roughmix in that database already. Nothing was written. Name an empty one.')
  if (isRowsOnly) return
  for (const root of FILE_ROOTS) for await (const { key } of storage.list(root)) throw new Refused(`There are files in ${config.S3_BUCKET ?? config.DATA_DIR} already, such as ${key}. Nothing was written.`)
}

async function copyFiles({ storage }: NamedPlace, { files, readFile }: Filling, tell: (line: string) => void, signal?: AbortSignal): Promise<readonly string[]> {
  const differing: string[] = []
  for (const [i, { key, sizeBytes, sha256 }] of files.entries()) {
    if (signal?.aborted) throw new Stopped()
    try {
      const hashed = hashedStream(await readFile(key))
      const [stored] = await Promise.all([storage.put(key, hashed.stream), hashed.done])
      // Read once more from where it now lies.
      if (stored !== sizeBytes || hashed.seen().sha256 !== sha256 || (await blobDigest(storage, key)) !== sha256) differing.push(key)
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) throw error
      tell(`${key}: ${error instanceof Error ? error.message : String(error)}`)
      differing.push(key)
    }
    if ((i + 1) % 100 === 0) tell(`${i + 1} of ${files.length} files`)
  }
  return differing
}

function keepSecret({ DATA_DIR, AUTH_SECRET }: Config, secret: string | undefined): void {
  const path = join(DATA_DIR, SECRET)
  if (secret === undefined || AUTH_SECRET !== undefined) return
  if (existsSync(path) && readFileSync(path, 'utf8').trim() !== secret.trim()) throw new Refused(`${path} holds another secret than the backup: share links would lead nowhere.`)
  writeFileSync(path, secret, { mode: 0o600, flush: true })
}

/** Only now: until here everything was as it had been written. */
async function bringUpToDate({ database }: NamedPlace): Promise<number> {
  await migrate(database.db, database.engine)
  const ended = await database.db.updateTable('uploads').set({ state: 'cancelled', lease_id: null, lease_until: null }).where('state', 'in', ['receiving', 'sealing']).executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
