import type { Instant } from '#shared/units.ts'
import type { Config } from './config.ts'
import type { Database } from './db/open-database.ts'
import type { Bus } from './events/bus.ts'
import type { Log } from './log.ts'
import type { Storage } from './storage/storage.ts'

/** Built once in main.ts and passed on; narrowed where used. */
export interface Services {
  readonly config: Config
  readonly log: Log
  readonly database: Database
  readonly storage: Storage
  readonly bus: Bus
  /** This process's own folder for temporary files. */
  readonly workshop: string
  readonly now: () => Instant
  readonly newId: () => string
}
