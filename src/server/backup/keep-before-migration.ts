import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#shared/units.ts'
import type { Database } from '../db/open-database.ts'
import { schemaState } from '../db/schema-state.ts'
import { syncFolder } from '../storage/disk-files.ts'
import { copySqlite } from './copy-database.ts'
import { writeRowLines } from './row-lines.ts'
import { databaseRows } from './stored-rows.ts'
import { tableShapes } from './table-shapes.ts'

export const KEPT_BEFORE = 'before-upgrades'
const MOST_KEPT = 14

/**
 * Before the first step of an upgrade: a copy of the database in DATA_DIR/before-upgrades, of which the newest 14 stay.
 * Answers its path, or undefined where nothing is to be migrated. Throws where there is no room: then nothing is migrated.
 */
export async function keepBeforeMigration(database: Database, dataDir: string, now: Instant): Promise<string | undefined> {
  const { db, engine } = database
  const { applied, pending, unknown } = await schemaState(db, engine)
  const last = applied.at(-1)
  if (last === undefined || pending.length === 0 || unknown.length > 0) return undefined
  const folder = join(dataDir, KEPT_BEFORE)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // What a start that was interrupted here left behind.
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
  const path = join(folder, `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')} ${last}.${engine === 'sqlite' ? 'sqlite' : 'jsonl'}`)
  if (engine === 'sqlite') await copySqlite(database, `${path}.part`)
  else {
    const shapes = await tableShapes(new Set(applied))
    await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute((tx) => writeRowLines(databaseRows(tx, shapes, applied), `${path}.part`))
  }
  await onTheDisk(`${path}.part`)
  await rename(`${path}.part`, path)
  await syncFolder(folder)
  const kept = (await readdir(folder)).filter((name) => /\.(sqlite|jsonl)$/.test(name)).toSorted()
  for (const name of kept.slice(0, -MOST_KEPT)) await rm(join(folder, name), { force: true })
  return path
}

async function onTheDisk(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
