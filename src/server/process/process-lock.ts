import { DatabaseSync } from 'node:sqlite'

export interface HeldFile {
  release(): void
}

/**
 * Holds a file, which is made where there is none, for as long as this process lives; undefined while another holds it.
 * The lock is the kernel's, by way of SQLite, as Node has none of its own: it dies with the process, however that dies.
 */
export function holdFile(file: string): HeldFile | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written; a journal beside it would be one file more to explain.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

/** Two servers would work on one folder of data. */
export class DataInUse extends Error {}
