import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { migrate, NewerDatabase } from '#server/db/migrate.ts'
import { openDatabase, type Database } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { localBus } from '#server/events/bus.ts'
import { announcingBus } from '#server/fleet/open-fleet.ts'
import { newId } from '#server/ids.ts'
import { openLog } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { nothingStored } from '#server/storage/nothing-stored.ts'
import { joinEveryFeature } from '#app/server/feature-parts.ts'
import { CommandRefused } from './command.ts'

/** A database and a store, as configured. */
export interface Installation {
  readonly services: Services
  close(): Promise<void>
}

/**
 * Opens the configured installation, beside a server that may be running. If there is none yet, it is refused, or
 * created with `mayBeNew`; another schema is always refused: only a server start migrates.
 */
export async function openPlace(
  env: Readonly<Record<string, string | undefined>>,
  { mayBeNew = false }: { mayBeNew?: boolean } = {},
): Promise<Installation> {
  const config = readConfig(env)
  joinEveryFeature()
  if (!mayBeNew && isAbsent(config))
    throw new CommandRefused(
      `There is no Roughmix in ${config.DATA_DIR} yet. Is DATA_DIR right? A service ` +
        'keeps its settings elsewhere: --settings FILE.',
    )
  const database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  try {
    await settleSchema(database, mayBeNew)
    const workshop = join(config.DATA_DIR, 'tmp')
    const storage = await openStorage({ config, workshop, newId, isNew: await nothingStored(database.db) })
    const services: Services = {
      config,
      log: openLog('silent'),
      database,
      storage,
      bus: database.engine === 'postgres' ? announcingBus() : localBus(),
      workshop,
      now: Date.now,
      newId,
    }
    return { services, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

function isAbsent({ DATABASE_URL, DATA_DIR }: Config): boolean {
  return DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'roughmix.sqlite'))
}

async function settleSchema({ db, engine }: Database, mayBeNew: boolean): Promise<void> {
  const { applied, pending, unknown } = await schemaState(db, engine)
  if (unknown.length > 0)
    throw new NewerDatabase('This database was written by a newer Roughmix. Use that version’s commands.')
  if (applied.length === 0 && mayBeNew) await migrate(db, engine)
  else if (applied.length === 0)
    throw new CommandRefused(
      'There is no Roughmix in this database yet. Start the server once. A service ' +
        'keeps its settings elsewhere: --settings FILE.',
    )
  else if (pending.length > 0)
    throw new CommandRefused(
      'This database was written by an older Roughmix. Start the server once: it keeps ' +
        'a copy and brings the database up to date.',
    )
}
