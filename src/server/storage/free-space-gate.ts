import { statfsSync, statSync } from 'node:fs'
import { Transform } from 'node:stream'
import type { Config } from '../config.ts'
import { StorageFull } from './storage.ts'

export interface DiskSpace {
  readonly freeBytes: number
  readonly diskBytes: number
}

export type Reserve = Pick<Config, 'MIN_FREE_MB' | 'MIN_FREE_PERCENT' | 'BALLAST_MB' | 'DATABASE_URL'>

/** Below this the next change may not fit: several times what one transaction usually writes. */
export const SHORT_BYTES = 16 * 1024 * 1024
/** Bytes after which a writer checks the disk again. */
const PORTION_BYTES = 4 * 1024 * 1024

export function diskSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path)
  return { freeBytes: bavail * bsize, diskBytes: blocks * bsize }
}

/**
 * The space that files leave free: the configured megabytes, or on large disks a share; at least enough to keep the
 * ballast.
 */
export function reserveBytes(
  { MIN_FREE_MB, MIN_FREE_PERCENT, BALLAST_MB, DATABASE_URL }: Reserve,
  diskBytes: number | undefined,
): number {
  const configured = MIN_FREE_MB === 0 ? 0 : Math.max(MIN_FREE_MB * 1e6, ((diskBytes ?? 0) * MIN_FREE_PERCENT) / 100)
  return BALLAST_MB > 0 && !DATABASE_URL ? Math.max(configured, 2 * SHORT_BYTES) : configured
}

/**
 * Grants the free space of one disk to all writers in this process. Each reserves a portion before it writes, and
 * unwritten reservations count, so that many writers together respect the reserve as one does.
 */
export class FreeSpaceGate {
  readonly #reserve: Reserve
  readonly #space: () => DiskSpace
  #takenBytes = 0

  constructor(reserve: Reserve, space: () => DiskSpace) {
    this.#reserve = reserve
    this.#space = space
  }

  writer(): GuardedWriter {
    let portion = 0
    let left = 0
    const close = () => {
      this.#takenBytes -= portion
      portion = left = 0
    }
    return {
      close,
      take: (bytes) => {
        if (bytes > left) {
          close()
          // Checks and reserves in one synchronous step, so that nobody else takes the same space.
          const spare = this.#spareBytes()
          if (spare < bytes) throw new StorageFull()
          portion = left = Math.min(spare, Math.max(bytes, PORTION_BYTES))
          this.#takenBytes += portion
        }
        left -= bytes
      },
    }
  }

  #spareBytes(): number {
    const { freeBytes, diskBytes } = this.#space()
    const reserve = reserveBytes(this.#reserve, diskBytes)
    // Without a reserve, the disk itself reports when it is full.
    return reserve === 0 ? Infinity : freeBytes - this.#takenBytes - reserve
  }
}

/** For files outside the data folder that may be on its disk: undefined if there is no reserve to protect. */
export function freeSpaceBeside(folder: string, config: Reserve & Pick<Config, 'DATA_DIR'>): FreeSpaceGate | undefined {
  return statSync(folder).dev === statSync(config.DATA_DIR).dev
    ? new FreeSpaceGate(config, () => diskSpace(folder))
    : undefined
}

/** Passes bytes on while the gate grants space for them. */
export function freeSpaceGuard(gate: FreeSpaceGate | undefined): Transform {
  const writer = gate?.writer()
  return new Transform({
    transform(chunk: Uint8Array, _, pass) {
      try {
        writer?.take(chunk.byteLength)
        pass(null, chunk)
      } catch (error) {
        pass(error instanceof Error ? error : new StorageFull())
      }
    },
    destroy(error, done) {
      writer?.close()
      done(error)
    },
  })
}

/** One file that is being written. */
export interface GuardedWriter {
  /**
   * Call right before writing this many bytes, after the previous ones are written. Throws StorageFull at the reserve.
   */
  take(bytes: number): void
  /** Call when everything is written or writing was given up. */
  close(): void
}
