import { DatabaseSync } from 'node:sqlite'

export interface HeldFile {
  release(): void
}

/**
 * Creates the file if needed and locks it while this process lives; undefined if another process holds it. The lock is
 * the kernel's, taken through SQLite because Node has no file locks: the kernel releases it however the process dies.
 */
export function holdFile(file: string): HeldFile | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written; a journal file beside it would only raise questions.
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

/** Two servers may not use one data folder. */
export class DataInUse extends Error {}
