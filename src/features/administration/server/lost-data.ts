import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { keptBackups } from './kept-backups.ts'

/** There are backups but no data. */
export class DataLost extends Error {}

/**
 * An empty server could be taken over by anybody, and would in time replace the good backups with its own. SQLite's
 * file is checked before it is opened, because opening creates it and a restore needs an empty folder.
 */
export async function refuseLostData(
  { BACKUP_DIR, DATA_DIR, DATABASE_URL }: Config,
  database?: Pick<Database, 'db' | 'engine'>,
): Promise<void> {
  if (BACKUP_DIR === undefined) return
  const isThere = database
    ? (await schemaState(database.db, database.engine)).applied.length > 0
    : existsSync(join(DATA_DIR, 'roughmix.sqlite'))
  if (isThere) return
  const newest = (await keptBackups(BACKUP_DIR)).find(({ at }) => at !== undefined)
  if (newest === undefined) return
  const empty = DATABASE_URL === undefined ? `${DATA_DIR} holds no database` : 'The database in DATABASE_URL is empty'
  throw new DataLost(
    `${empty}, but ${BACKUP_DIR} holds backups, the newest ${basename(newest.path)}. Is a volume not mounted? ` +
      'Otherwise restore it (docs/backup.md), or let BACKUP_DIR name another folder to begin anew.',
  )
}
