import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const ENOUGH_BYTES = 4 * 1024 ** 3

/** A folder for temporary test data: in memory if there is space, to avoid waiting for a disk. */
export function ramdiskFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= ENOUGH_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
