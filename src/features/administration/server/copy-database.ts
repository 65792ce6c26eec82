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

/** A copy of a database, consistent at one instant. */
export interface DatabaseCopy extends CopiedRows {
  /** The file in the folder: a SQLite database, or rows as lines of JSON. */
  readonly file: 'roughmix.sqlite' | 'rows.jsonl'
}

/** Facts about exactly the rows in the copy. */
export interface CopiedRows {
  readonly migrations: readonly string[]
  readonly tables: TableDigests
  /** The files that they refer to. */
  readonly wanted: readonly ExpectedFile[]
}

/**
 * Copies the database into a folder that has no copy yet. SQLite copies itself; PostgreSQL's rows are written in one
 * snapshot, in a format that either engine can load. Does not block readers or writers.
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

/** Reads every row once. */
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
  // SQLite would create an empty database.
  if (!main?.file) throw new Error('The database is not a file.')
  return main.file
}

/** SQLite’s calls are synchronous, and this one takes as long as writing the whole database to disk. */
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
    // Nothing may write any more, because the caller may remove the folder.
    await worker.terminate()
  }
}
