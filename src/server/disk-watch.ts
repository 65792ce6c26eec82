import type { Milliseconds } from '#shared/units.ts'
import type { Config } from './config.ts'
import { Ballast } from './db/ballast.ts'
import type { SqliteWatch } from './db/sqlite-driver.ts'
import { readiness } from './health.ts'
import type { Log } from './log.ts'
import { hasRoom } from './storage/room.ts'
import type { Storage } from './storage/storage.ts'

/** Long enough for whoever watches to see that it is not ready, and for answers under way. */
const LAST_WORDS_MS: Milliseconds = 1500
const KEEP_ASIDE_EVERY_MS: Milliseconds = 30_000

/** What the server does about a disk that is full, and about one that does not keep what is written. */
export class DiskWatch implements SqliteWatch {
  readonly #log: Log
  readonly #ballast: Ballast | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor({ DATA_DIR, DATABASE_URL, BALLAST_MB }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BALLAST_MB'>, log: Log) {
    this.#log = log
    if (!DATABASE_URL && BALLAST_MB > 0) this.#ballast = new Ballast(DATA_DIR, BALLAST_MB)
  }

  readonly beforeWrite = (): void => {
    if (this.#ballast?.giveUpIfShort()) this.#log.warn('the disk is nearly full: the room kept aside was given up; uploads are refused until there is space')
  }

  /**
   * After a failed flush the kernel may forget what was to be written and call the next flush a success. So nothing more is
   * acknowledged, and the process ends: the next start reads what the disk really has.
   */
  readonly onBroken = (error: unknown): void => {
    if (readiness.broken) return
    readiness.broken = true
    this.#log.fatal({ err: error }, 'the disk did not keep what was written: ending, so that the next start finds what is there')
    setTimeout(() => process.exit(1), LAST_WORDS_MS)
  }

  /** Keeps room aside as soon as there is enough of it, now and later. */
  start(storage: Storage, config: Config): void {
    const keep = async () => {
      const bytes = this.#ballast?.missingBytes ?? 0
      if (bytes > 0 && (await hasRoom({ storage, config }, bytes))) await this.#ballast?.keepAside()
    }
    const turn = () => void keep().catch((error: unknown) => this.#log.warn({ err: error }, 'no room could be kept aside'))
    this.#timer = setInterval(turn, KEEP_ASIDE_EVERY_MS)
    turn()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
