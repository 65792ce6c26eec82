import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/open-database.ts'
import { newId } from '#server/ids.ts'
import { holdDatabase } from '#server/fleet/shared-terms.ts'
import { DataInUse, holdFile } from '#server/process/process-lock.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { inNamed } from './named-errors.ts'

/** A database and a store named on the command line, locked so that no server can start on them. */
export interface NamedPlace {
  readonly config: Config
  readonly database: Database
  readonly storage: Storage
  /** Rejects if another process may have started to use it. */
  stillHeld(): Promise<void>
  close(): Promise<void>
}

/** A folder means SQLite and plain files; a settings file, such as `.env`, may name PostgreSQL and S3. */
export function settingsOf(word: string, folder: string): Config {
  const path = resolve(folder, word)
  if (existsSync(path) && statSync(path).isFile())
    return readConfig({ DATA_DIR: join(dirname(path), 'data'), ...parseEnv(readFileSync(path, 'utf8')) })
  return readConfig({ DATA_DIR: path })
}

export function openNamed(config: Config, { isNew }: { isNew: boolean }): Promise<NamedPlace> {
  return inNamed(config, () => open(config, isNew))
}

async function open(config: Config, isNew: boolean): Promise<NamedPlace> {
  mkdirSync(config.DATA_DIR, { recursive: true })
  const isElsewhere = config.DATABASE_URL !== undefined && config.S3_BUCKET !== undefined
  const lock = isElsewhere ? undefined : holdFile(join(config.DATA_DIR, 'roughmix.lock'))
  if (!isElsewhere && !lock) throw new DataInUse(`A Roughmix is running on ${config.DATA_DIR}. Stop it first.`)
  const closing: (() => Promise<void>)[] = [async () => lock?.release()]
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one()
  }
  try {
    // A folder is locked by a file; PostgreSQL, which servers on other machines may share, by database locks as well.
    const alone = config.DATABASE_URL === undefined ? undefined : await holdDatabase(config.DATABASE_URL)
    if (alone) closing.push(() => alone.release())
    const database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
    closing.push(() => database.close())
    const storage = await openStorage({ config, workshop: join(config.DATA_DIR, 'tmp'), newId, isNew })
    return { config, database, storage, stillHeld: async () => alone?.stillHeld(), close }
  } catch (error) {
    await close()
    throw error
  }
}
