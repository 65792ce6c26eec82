import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { writeRowLines } from '#server/backup/row-lines.ts'
import { databaseRows, type RowSource } from '#server/backup/stored-rows.ts'
import { digestRows, type TableDigests } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import type { Database, Db } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { expectedFiles, type ExpectedFile } from './expected-files.ts'

/** A copy of a database as it was at one moment, while others went on writing. */
export interface DatabaseCopy extends CopiedRows {
  /** In the folder: a SQLite database, or rows as lines. */
  readonly file: 'roughmix.sqlite' | 'rows.jsonl'
}

/** What there is to know of the very same rows as those in the file. */
export interface CopiedRows {
  readonly migrations: readonly string[]
  readonly tables: TableDigests
  /** The files they speak of. */
  readonly wanted: readonly ExpectedFile[]
}

/**
 * Copies the database into a folder that has none. SQLite copies itself; of PostgreSQL the rows are written in one
 * snapshot, so that they can be read into either engine. Who writes or asks is not kept waiting.
 */
export async function copyDatabase(database: Database, folder: string, signal?: AbortSignal): Promise<DatabaseCopy> {
  if (database.engine === 'sqlite') {
    const file = 'roughmix.sqlite'
    return { file, ...(await copyInThread({ from: await pathOf(database), to: join(folder, file) }, signal)) }
  }
  const file = 'rows.jsonl'
  const { applied } = await schemaState(database.db, database.engine)
  const shapes = await tableShapes(new Set(applied))
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows = databaseRows(tx, shapes, applied, signal)
      await writeRowLines(rows, join(folder, file))
      return { file, ...(await lookThrough(tx, rows)) }
    })
}

/** Reads every row. */
export async function lookThrough(db: Db, rows: RowSource): Promise<CopiedRows> {
  return {
    migrations: rows.migrations,
    tables: await digestRows(rows),
    wanted: [...(await expectedFiles(db)).values()],
  }
}

async function pathOf({ db }: Database): Promise<string> {
  const {
    rows: [main],
  } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  // Of none SQLite would make an empty one.
  if (!main?.file) throw new Error('The database is in no file.')
  return main.file
}

/** SQLite’s calls are synchronous, and here one takes as long as the disk needs for the whole database. */
async function copyInThread(
  paths: { readonly from: string; readonly to: string },
  signal?: AbortSignal,
): Promise<CopiedRows> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./copy-database.worker.ts', import.meta.url), { workerData: paths })
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end)
  try {
    return await new Promise<CopiedRows>((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', reject)
      worker.on('exit', () =>
        reject(signal?.aborted ? signal.reason : new Error('the thread that copies the database stopped')),
      )
    })
  } finally {
    signal?.removeEventListener('abort', end)
    // Nothing is written any more where the folder may be removed now.
    await worker.terminate()
  }
}
