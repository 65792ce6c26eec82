import { statfsSync, statSync } from 'node:fs'
import { Transform } from 'node:stream'
import type { Config } from '../config.ts'
import { StorageFull } from './storage.ts'

export interface DiskSpace {
  readonly freeBytes: number
  readonly diskBytes: number
}

export type Reserve = Pick<Config, 'MIN_FREE_MB' | 'MIN_FREE_PERCENT' | 'BALLAST_MB' | 'DATABASE_URL'>

/**
 * With less than this the next change might not fit: the most that one transaction usually writes, several times over.
 */
export const SHORT_BYTES = 16 * 1024 * 1024
/** Bytes after which a writer looks at the disk again. */
const PORTION_BYTES = 4 * 1024 * 1024

export function diskSpace(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(path)
  return { freeBytes: bavail * bsize, diskBytes: blocks * bsize }
}

/**
 * What files leave free: so many megabytes, or on large disks a share of them; and never so little that the ballast
 * would be given up for them.
 */
export function reserveBytes(
  { MIN_FREE_MB, MIN_FREE_PERCENT, BALLAST_MB, DATABASE_URL }: Reserve,
  diskBytes: number | undefined,
): number {
  const wanted = MIN_FREE_MB === 0 ? 0 : Math.max(MIN_FREE_MB * 1e6, ((diskBytes ?? 0) * MIN_FREE_PERCENT) / 100)
  return BALLAST_MB > 0 && !DATABASE_URL ? Math.max(wanted, 2 * SHORT_BYTES) : wanted
}

/**
 * The free space of one disk, shared by all of this process who write files there. Each takes a portion before it
 * writes; what is taken and not written yet counts for the others, so that many at once leave the reserve free just as
 * one does.
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
          // In one step with the look at the disk: nobody takes the same room in between.
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
    // Where nothing is to be kept, the disk itself says when it is full.
    return reserve === 0 ? Infinity : freeBytes - this.#takenBytes - reserve
  }
}

/** For files elsewhere that may be on the disk of the data: undefined where nobody's reserve is in danger. */
export function freeSpaceBeside(folder: string, config: Reserve & Pick<Config, 'DATA_DIR'>): FreeSpaceGate | undefined {
  return statSync(folder).dev === statSync(config.DATA_DIR).dev
    ? new FreeSpaceGate(config, () => diskSpace(folder))
    : undefined
}

/** Lets bytes pass while there is room for them. */
export function freeSpaceGuard(room: FreeSpaceGate | undefined): Transform {
  const writer = room?.writer()
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

/** One file on its way to the disk. */
export interface GuardedWriter {
  /**
   * Right before so many bytes are written; all that were taken before are written by then. Throws StorageFull at the
   * reserve.
   */
  take(bytes: number): void
  /** Everything is written, or nothing more will be. */
  close(): void
}
