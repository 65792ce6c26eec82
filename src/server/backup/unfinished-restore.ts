import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'

/**
 * A file in a data folder while it is being restored: a server that started on a partial restore would take it for
 * complete.
 */
export const UNFINISHED = 'restore-unfinished'
/** The file's content if only the database is restored, and the folder's files must not be touched. */
export const ROWS_ALONE = 'rows'

export class RestoreUnfinished extends Error {}

export function refuseUnfinished(dataDir: string): void {
  const path = join(dataDir, UNFINISHED)
  if (!existsSync(path)) return
  throw new RestoreUnfinished(
    readFileSync(path, 'utf8') === ROWS_ALONE
      ? `The rows of ${dataDir} were being restored, and that was not finished. Remove its roughmix.sqlite, or ` +
          'empty the database in DATABASE_URL, and restore the rows again. The files stay where they are.'
      : `${dataDir} was being restored, and that was not finished. Empty the folder and restore the backup again.`,
  )
}

type Marked = Pick<Database, 'db' | 'engine'>

/** The same mark in PostgreSQL: a server that uses this database may have another data folder. */
export async function markUnfinished({ db, engine }: Marked): Promise<void> {
  if (engine === 'postgres')
    await sql`create table if not exists restore_unfinished (at timestamptz default now())`.execute(db)
}

export async function markFinished({ db, engine }: Marked): Promise<void> {
  if (engine === 'postgres') await sql`drop table if exists restore_unfinished`.execute(db)
}

export async function refuseUnfinishedRows({ db, engine }: Marked): Promise<void> {
  if (engine !== 'postgres') return
  const { rows } = await sql`select 1 where to_regclass('restore_unfinished') is not null`.execute(db)
  if (rows.length > 0)
    throw new RestoreUnfinished(
      'The database in DATABASE_URL was being filled by “restore” or “migrate-store”, and that was not finished. ' +
        'Empty it, and the bucket, and start again.',
    )
}
