import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Database } from '../db/open-database.ts'
import { schemaState } from '../db/schema-state.ts'
import { holdFile, type HeldFile } from '../process/process-lock.ts'
import { syncFolder } from '../storage/disk-files.ts'
import { copySqlite } from './copy-sqlite.ts'
import { writeRowLines } from './row-lines.ts'
import { databaseRows } from './stored-rows.ts'
import { tableShapes } from './table-shapes.ts'

export const KEPT_BEFORE = 'before-upgrades'
const MOST_KEPT = 14
const TURN_MS: Milliseconds = 100

/**
 * Before the first step of an upgrade, copies the database to DATA_DIR/before-upgrades and keeps 14 copies: see
 * superfluous. Returns the copy's path, or undefined if nothing is to be migrated. Throws if there is no disk space;
 * then nothing is migrated. If several processes start at once, one copies and the others wait.
 */
export async function keepBeforeMigration(
  database: Database,
  dataDir: string,
  now: Instant,
): Promise<string | undefined> {
  if ((await lastToKeep(database)) === undefined) return undefined
  const folder = join(dataDir, KEPT_BEFORE)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = new Set(await readdir(folder))
  const lock = await holdTurn(join(folder, 'copying.lock'))
  try {
    // The first process may have migrated the database meanwhile.
    const last = await lastToKeep(database)
    if (last === undefined) return undefined
    const ending = ` ${last}.${database.engine === 'sqlite' ? 'sqlite' : 'jsonl'}`
    const ready = (await readdir(folder)).find((name) => name.endsWith(ending) && !before.has(name))
    return ready === undefined
      ? await keepCopy(database, folder, `${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}${ending}`)
      : join(folder, ready)
  } finally {
    lock.release()
  }
}

/** The last applied step of a database that is about to be migrated; undefined if nothing is to be migrated. */
async function lastToKeep({ db, engine }: Database): Promise<string | undefined> {
  const { applied, pending, unknown } = await schemaState(db, engine)
  return pending.length === 0 || unknown.length > 0 ? undefined : applied.at(-1)
}

async function holdTurn(path: string): Promise<HeldFile> {
  for (;;) {
    const lock = holdFile(path)
    if (lock) return lock
    await setTimeout(TURN_MS)
  }
}

async function keepCopy(database: Database, folder: string, name: string): Promise<string> {
  // Leftovers of an interrupted start: nobody else is copying now.
  for (const left of await readdir(folder)) if (left.endsWith('.part')) await rm(join(folder, left), { force: true })
  const path = join(folder, name)
  if (database.engine === 'sqlite') await copySqlite(database, `${path}.part`)
  else await copyRows(database, `${path}.part`)
  await rename(`${path}.part`, path)
  await syncFolder(folder)
  for (const old of superfluous(await readdir(folder))) await rm(join(folder, old), { force: true })
  return path
}

/**
 * Keeps the newest copy of each schema rather than a second copy of any: a service that restarts an upgrade which fails
 * half-way makes many copies of the half-migrated database, and only one from before.
 */
function superfluous(names: readonly string[]): readonly string[] {
  const copies = names
    .filter((one) => /\.(sqlite|jsonl)$/.test(one))
    .toSorted()
    .toReversed()
  const schemaOf = (name: string) => name.slice(name.indexOf(' '))
  const newest = new Set(
    Map.groupBy(copies, schemaOf)
      .values()
      .map(([first]) => first),
  )
  return [...copies.filter((name) => newest.has(name)), ...copies.filter((name) => !newest.has(name))].slice(MOST_KEPT)
}

async function copyRows({ db, engine }: Database, path: string): Promise<void> {
  const { applied } = await schemaState(db, engine)
  const shapes = await tableShapes(new Set(applied))
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => writeRowLines(databaseRows(tx, shapes, applied), path))
}
