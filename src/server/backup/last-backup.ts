import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'

const NAME = 'last-backup'

/** The job that makes scheduled backups. */
export const BACKUP_JOB = 'server.backup'

/**
 * Stores the time of a completed backup, for the admins' page. In a file: a row in the database would make it differ
 * from its copy.
 */
export async function noteBackup(dataDir: string, at: Instant): Promise<void> {
  await writeFile(join(dataDir, NAME), `${new Date(at).toISOString()}\n`)
}

/** When the last complete backup was made: by this process, or by another one, which then finished its job. */
export async function lastBackupAt(dataDir: string, db: Db): Promise<Instant | null> {
  const noted = Date.parse((await readFile(join(dataDir, NAME), 'utf8').catch(() => '')).trim())
  const done = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.max('finished_at').as('at'))
    .where('kind', '=', BACKUP_JOB)
    .where('state', '=', 'done')
    .executeTakeFirst()
  const known = [noted, Number(done?.at ?? Number.NaN)].filter((at) => !Number.isNaN(at))
  return known.length === 0 ? null : Math.max(...known)
}
