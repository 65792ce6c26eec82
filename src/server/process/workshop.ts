import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isFull } from '../storage/storage-full.ts'
import { newId } from '../ids.ts'
import { holdFile } from './process-lock.ts'

export interface Workshop {
  readonly folder: string
  close(): Promise<void>
}

const HELD = 'held'

/**
 * A work folder for this process, with a lock that ends with the process. Also deletes the folders of dead processes:
 * decoders killed with a server leave whole renditions behind.
 */
export async function openWorkshop(dataDir: string): Promise<Workshop> {
  const all = join(dataDir, 'tmp')
  const names = await mkdir(all, { recursive: true }).then(
    () => readdir(all),
    (error: unknown) => {
      if (isFull(error)) return []
      throw error
    },
  )
  for (const name of names) await clearDead(join(all, name))
  for (let tries = 1; ; tries++) {
    const folder = join(all, newId())
    try {
      await mkdir(folder)
      const lock = holdFile(join(folder, HELD))
      if (lock)
        return { folder, close: () => rm(folder, { recursive: true, force: true }).finally(() => lock.release()) }
    } catch (error) {
      // The server must start on a full disk too. In that case the first job that needs the folder creates it, without
      // a lock.
      if (isFull(error)) return { folder, close: () => rm(folder, { recursive: true, force: true }) }
      if (tries === 5) throw error
    }
    // Another process started between creation and lock, and deleted the folder as abandoned.
  }
}

/** A folder in the work folder for one piece of work, deleted afterwards in any case. */
export async function withFolder<T>(workshop: string, name: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(workshop, { recursive: true })
  const folder = await mkdtemp(join(workshop, `${name}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function clearDead(folder: string): Promise<void> {
  let lock: ReturnType<typeof holdFile>
  try {
    lock = holdFile(join(folder, HELD))
    if (!lock) return
  } catch {
    // Not a folder, or not one that a process of ours made.
  }
  await rm(folder, { recursive: true, force: true })
  lock?.release()
}
