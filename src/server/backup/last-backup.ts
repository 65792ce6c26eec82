import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'

const NAME = 'last-backup'

/** Writes down the moment of a backup that is whole, for the admins' page. Beside the database: what is in it would differ from its copy. */
export async function noteBackup(dataDir: string, at: Instant): Promise<void> {
  await writeFile(join(dataDir, NAME), `${new Date(at).toISOString()}\n`)
}

export async function lastBackupAt(dataDir: string): Promise<Instant | null> {
  const at = Date.parse((await readFile(join(dataDir, NAME), 'utf8').catch(() => '')).trim())
  return Number.isNaN(at) ? null : at
}
