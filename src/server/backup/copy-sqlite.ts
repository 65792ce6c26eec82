import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { syncFile } from '../storage/disk-files.ts'

/**
 * A SQLite database as it was at one moment, in one file, whole and on the disk. This thread does nothing else
 * meanwhile; others go on, as it takes no lock that a writer would wait for.
 */
export async function copySqlite({ db }: Pick<Database, 'db'>, path: string): Promise<void> {
  try {
    await sql`vacuum into ${path}`.execute(db)
    await syncFile(path)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
