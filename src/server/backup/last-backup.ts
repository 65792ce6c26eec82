import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'

const NAME = 'last-backup'

/** The job that backs the server up by itself. */
export const BACKUP_JOB = 'server.backup'

/**
 * Writes down the moment of a backup that is whole, for the admins' page. Beside the database: what is in it would
 * differ from its copy.
 */
export async function noteBackup(dataDir: string, at: Instant): Promise<void> {
  await writeFile(join(dataDir, NAME), `${new Date(at).toISOString()}\n`)
}

/** The last backup that is whole: one made here, or by a process elsewhere, which ended its job with it. */
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
