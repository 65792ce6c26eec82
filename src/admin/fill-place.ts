import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadRows } from '#server/backup/load-rows.ts'
import { databaseRows, type RowSource } from '#server/backup/stored-rows.ts'
import { differingTables, digestRows, type TableDigests } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { markFinished, markUnfinished, ROWS_ALONE, UNFINISHED } from '#server/backup/unfinished-restore.ts'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { recordCommand } from './command-audit.ts'
import { CommandRefused } from './command.ts'
import { copyFiles, type FileSource } from './copy-files.ts'
import { keepSecret } from './kept-secret.ts'
import { openNamed, type NamedPlace } from './named-place.ts'
import { inNamed } from './named-errors.ts'
import { emptyFolder, heeding, KEPT, STOPPED, Stopped, takeBack, thingsIn } from './rollback.ts'
import { FILE_ROOTS, verifyFiles } from './verify-files.ts'

/** The source for filling an installation: a backup, or another installation. */
export interface Filling extends FileSource {
  readonly migrations: readonly string[]
  readonly tables: TableDigests
  /** Keys that were already missing in the source. */
  readonly missing: readonly string[]
  /** The source's secret if it is in a file, and should be in one here; see refuseOtherSecret. */
  readonly secret: string | undefined
  /** Rows only, for an installation that has its files already. */
  readonly isRowsOnly?: boolean
  /** The audit entry written in the new installation. */
  readonly deed: 'admin.restored' | 'admin.store_moved'
  withRows<T>(work: (rows: RowSource) => Promise<T>): Promise<T>
}

export interface Filled {
  readonly files: number
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  /** Tables whose rows differ from the source. */
  readonly differingTables: readonly string[]
  /** Files whose bytes differ from the source. */
  readonly differingFiles: readonly string[]
  /** Files that rows refer to but that are missing, apart from those missing in the source. */
  readonly dangling: readonly string[]
  /** Uploads in progress; their bytes are not copied, and their senders start again. */
  readonly endedUploads: number
}

/**
 * Fills an empty installation and verifies everything. If it is stopped, it leaves the installation empty and reports
 * that.
 */
export function fillPlace(
  config: Config,
  source: Filling,
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<Filled> {
  return inNamed(config, () => fill(config, source, tell, signal))
}

async function fill(
  config: Config,
  source: Filling,
  tell: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<Filled> {
  const isRowsOnly = source.isRowsOnly === true
  await refuseUnlessEmpty(config, isRowsOnly)
  const place = await openNamed(config, { isNew: !isRowsOnly })
  let made: ReadonlySet<string> = new Set()
  let isStopped = false
  try {
    await refuseUnlessNew(place, isRowsOnly)
    await writeFile(join(config.DATA_DIR, UNFINISHED), isRowsOnly ? ROWS_ALONE : '', { flush: true })
    await markUnfinished(place.database)
    const differingFiles = await copyFiles(place.storage, source, tell, signal)
    tell('copying the rows')
    await source.withRows(async (rows) => {
      const others = await thingsIn(place.database)
      await loadRows(
        place.database,
        heeding(rows, signal, async () => void (made = (await thingsIn(place.database)).difference(others))),
      )
    })
    const tables = await digestRows(
      databaseRows(place.database.db, await tableShapes(new Set(source.migrations)), source.migrations),
    )
    keepSecret(config, source.secret)
    const endedUploads = await bringUpToDate(place)
    const { missing } = await verifyFiles({ ...place, now: Date.now }, { isQuick: true })
    await recordCommand(place.database, { kind: source.deed })
    await place.stillHeld()
    await markFinished(place.database)
    await rm(join(config.DATA_DIR, UNFINISHED), { force: true })
    const known = new Set(source.missing)
    return {
      files: source.files.length,
      bytes: source.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      tables: Object.keys(tables).length,
      rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
      differingTables: differingTables(source.tables, tables),
      differingFiles,
      dangling: missing.map(({ key }) => key).filter((key) => !known.has(key)),
      endedUploads,
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    isStopped = true
    tell('stopping: what was written is taken back')
    await takeBack(
      place,
      source.files.map(({ key }) => key),
      made,
    )
    throw new CommandRefused(STOPPED, { cause: error })
  } finally {
    await place.close()
    if (isStopped) await emptyFolder(config, isRowsOnly)
  }
}

export function isProven({ differingTables: tables, differingFiles, dangling }: Filled): boolean {
  return tables.length + differingFiles.length + dangling.length === 0
}

/** Checked before anything is opened, because opening creates files. */
async function refuseUnlessEmpty({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, isRowsOnly: boolean): Promise<void> {
  if (isRowsOnly) {
    if (!DATABASE_URL && existsSync(join(DATA_DIR, 'roughmix.sqlite')))
      throw new CommandRefused(
        `There is a roughmix.sqlite in ${DATA_DIR} already. Nothing was written. Move it away first.`,
      )
    return
  }
  const names = (await readdir(DATA_DIR).catch(() => [])).filter((name) => !KEPT.has(name))
  if (!(DATABASE_URL && S3_BUCKET) && names.length > 0)
    throw new CommandRefused(
      `${DATA_DIR} is not empty: ${names.slice(0, 5).join(', ')}. Nothing was written. Name a new folder.`,
    )
}

async function refuseUnlessNew({ config, database, storage }: NamedPlace, isRowsOnly: boolean): Promise<void> {
  const { applied, unknown } = await schemaState(database.db, database.engine)
  if (applied.length + unknown.length > 0)
    throw new CommandRefused('That database already has a Roughmix. Nothing was written. Name an empty one.')
  if (isRowsOnly) return
  for (const root of FILE_ROOTS)
    for await (const { key } of storage.list(root))
      throw new CommandRefused(
        `There are files in ${config.S3_BUCKET ?? config.DATA_DIR} already, such as ${key}. Nothing was written.`,
      )
}

/** Only now, because the data had to be compared in its original schema. */
async function bringUpToDate({ database }: NamedPlace): Promise<number> {
  await migrate(database.db, database.engine)
  const ended = await database.db
    .updateTable('uploads')
    .set({ state: 'cancelled', lease_id: null, lease_until: null })
    .where('state', 'in', ['receiving', 'sealing'])
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
