import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const ENOUGH_BYTES = 4 * 1024 ** 3

/** Where what need not outlive a test is written: in memory where there is room, without waiting for a disk. */
export function ramdiskFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= ENOUGH_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
