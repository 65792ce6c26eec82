import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openSqlite, type Database, type Db } from '../db/open-database.ts'
import { schemaState } from '../db/schema-state.ts'
import { writeRowLines } from './row-lines.ts'
import { databaseRows, type RowSource } from './stored-rows.ts'
import { tableShapes } from './table-shapes.ts'

/** A copy of a database as it was at one moment, while others went on writing. */
export interface DatabaseCopy {
  /** In the folder: a SQLite database, or rows as lines. */
  readonly file: 'roughmix.sqlite' | 'rows.jsonl'
  readonly migrations: readonly string[]
  /** The very same rows as those in the file. */
  readonly rows: RowSource
  readonly db: Db
}

/**
 * Copies the database into a folder that has none, and lets `work` look at it. SQLite copies itself; of PostgreSQL the
 * rows are written in one snapshot, so that they can be read into either engine. Who writes is not kept waiting.
 */
export async function copyDatabase<T>(database: Database, folder: string, work: (copy: DatabaseCopy) => Promise<T>): Promise<T> {
  const { applied } = await schemaState(database.db, database.engine)
  const shapes = await tableShapes(new Set(applied))
  if (database.engine === 'sqlite') {
    const file = 'roughmix.sqlite'
    await copySqlite(database, join(folder, file))
    const copied = openSqlite(join(folder, file))
    try {
      return await work({ file, migrations: applied, rows: databaseRows(copied.db, shapes, applied), db: copied.db })
    } finally {
      await copied.close()
      await flush(join(folder, file))
    }
  }
  const file = 'rows.jsonl'
  return database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async (tx) => {
    const rows = databaseRows(tx, shapes, applied)
    await writeRowLines(rows, join(folder, file))
    return work({ file, migrations: applied, rows, db: tx })
  })
}

/** One file, whole and on the disk; reading it takes no lock that a writer would wait for. */
export async function copySqlite({ db }: Pick<Database, 'db'>, path: string): Promise<void> {
  try {
    await sql`vacuum into ${path}`.execute(db)
    await flush(path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
