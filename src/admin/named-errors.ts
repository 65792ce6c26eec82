import type { Config } from '#server/config.ts'
import { startError } from '#server/start-errors.ts'
import { isFull } from '#server/storage/storage-full.ts'
import { CommandRefused } from './command.ts'

/** Errors in a place from the command line are reported with its names, not with those of the settings. */
export async function inNamed<T>({ DATA_DIR, DATABASE_URL, S3_BUCKET }: Config, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const lines = startError(error, { DATA_DIR, DATABASE_URL, S3_BUCKET }, { isStart: false })
    if (!lines) throw error
    throw new CommandRefused(lines.join('\n'), { cause: error })
  }
}

/** A full-disk error does not name the disk. */
export async function onDiskOf<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFull(error)) throw error
    throw new CommandRefused(`The disk of ${path} is full. Free some space and start again.`, { cause: error })
  }
}
