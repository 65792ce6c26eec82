import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { syncFile } from '../storage/disk-files.ts'

/**
 * Copies a SQLite database, consistent at one instant, into one file, and syncs it. Blocks this thread; other threads
 * continue, because it takes no lock that a writer waits for.
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
