import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CannotRun, type Run } from './measure.ts'

const MIB = 1024 * 1024

/** A separate file system in memory, deleted afterwards. Needs root. */
export class SmallDisk {
  readonly path: string
  readonly #filler: string

  constructor(run: Run, megabytes: number) {
    this.path = join(run.folder, 'disk')
    this.#filler = join(this.path, 'filler')
    mkdirSync(this.path)
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'roughmix-trust', this.path], {
      encoding: 'utf8',
    })
    if (mounted.status !== 0) throw new CannotRun(`a small disk needs root: ${(mounted.stderr ?? '').trim()}`)
    run.afterwards(() => void spawnSync('umount', ['-l', this.path]))
  }

  freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path)
    return bavail * bsize
  }

  /** Fills it until this much space is left. */
  fill(leaveBytes: number): void {
    const file = openSync(this.#filler, 'a')
    const chunk = Buffer.alloc(MIB, 1)
    try {
      while (this.freeBytes() > leaveBytes)
        writeSync(file, chunk.subarray(0, Math.min(MIB, Math.max(1, this.freeBytes() - leaveBytes))))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    } finally {
      closeSync(file)
    }
  }

  empty(): void {
    rmSync(this.#filler, { force: true })
  }
}
