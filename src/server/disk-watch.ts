import type { Milliseconds } from '#shared/units.ts'
import type { Config } from './config.ts'
import { Ballast } from './db/ballast.ts'
import type { SqliteWatch } from './db/sqlite-driver.ts'
import { readiness } from './health.ts'
import type { Log } from './log.ts'
import { diskSpace } from './storage/free-space-gate.ts'
import { hasFreeSpace } from './storage/free-space.ts'
import { isFull } from './storage/storage-full.ts'
import type { Storage } from './storage/storage.ts'

/** Long enough for a monitor to see that the server is not ready, and for running requests to be answered. */
const LAST_WORDS_MS: Milliseconds = 1500
const KEEP_ASIDE_EVERY_MS: Milliseconds = 30_000
const LOOK_EVERY_MS: Milliseconds = 1000
/** A change takes a few pages; below this a write may fail. */
const FULL_BYTES = 1024 * 1024

/** Reacts to a full disk, and to a disk that fails to store writes. */
export class DiskWatch implements SqliteWatch {
  readonly #log: Log
  readonly #ballast: Ballast | undefined
  readonly #dataDir: string | undefined
  readonly #timers: ReturnType<typeof setInterval>[] = []
  readonly #waiting = new Set<() => Promise<void>>()

  constructor(
    { DATA_DIR, DATABASE_URL, BALLAST_MB }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BALLAST_MB'>,
    log: Log,
  ) {
    this.#log = log
    if (!DATABASE_URL) this.#dataDir = DATA_DIR
    if (!DATABASE_URL && BALLAST_MB > 0) this.#ballast = new Ballast(DATA_DIR, BALLAST_MB)
  }

  readonly beforeWrite = (): void => {
    if (this.#ballast?.giveUpIfShort())
      this.#log.warn(
        'the disk is nearly full: the room kept aside was given up; uploads are refused until there is space',
      )
  }

  /** Checks whether there is space for any change; logs when that starts and ends. */
  look(): void {
    if (this.#dataDir === undefined) return
    const isFull = !this.#ballast?.isThere && diskSpace(this.#dataDir).freeBytes < FULL_BYTES
    if (isFull === readiness.full) return
    readiness.full = isFull
    if (isFull) this.#log.error('the disk is full: reading goes on, changes are refused until there is space')
    else this.#log.warn('there is space on the disk again: changes are kept')
  }

  /** Runs the writes that a start requires; on a full disk, as soon as there is space. */
  async onceThereIsSpace(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      if (!isFull(error)) throw error
      this.#waiting.add(work)
    })
  }

  async #workOff(): Promise<void> {
    if (readiness.full) return
    for (const work of this.#waiting) {
      this.#waiting.delete(work)
      await this.onceThereIsSpace(work)
    }
  }

  /**
   * After a failed flush the kernel may discard the data and report the next flush as a success. So nothing more is
   * acknowledged, and the process ends: the next start reads what is really on the disk.
   */
  readonly onBroken = (error: unknown): void => {
    if (readiness.broken) return
    readiness.broken = true
    this.#log.fatal(
      { err: error },
      'the disk did not keep what was written: ending, so that the next start finds what is there',
    )
    setTimeout(() => process.exit(1), LAST_WORDS_MS)
  }

  /** Reserves space as soon as there is enough, now and later. */
  start(storage: Storage, config: Config): void {
    const keep = async () => {
      const bytes = this.#ballast?.missingBytes ?? 0
      if (bytes > 0 && (await hasFreeSpace({ storage, config }, bytes))) await this.#ballast?.keepAside()
    }
    const keepOrSay = () =>
      void keep().catch((error: unknown) => this.#log.warn({ err: error }, 'no room could be kept aside'))
    const look = () => {
      this.look()
      this.#workOff().catch((error: unknown) => this.#log.error({ err: error }, 'what the start left undone'))
    }
    this.#timers.push(setInterval(keepOrSay, KEEP_ASIDE_EVERY_MS), setInterval(look, LOOK_EVERY_MS))
    keepOrSay()
    look()
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer)
  }
}
