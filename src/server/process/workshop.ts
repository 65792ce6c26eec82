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
 * A folder of this process alone for work on files, with a lock in it that dies with the process. What processes that
 * died left in theirs is cleared: decoders killed with a server leave whole renditions behind.
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
      const held = holdFile(join(folder, HELD))
      if (held)
        return { folder, close: () => rm(folder, { recursive: true, force: true }).finally(() => held.release()) }
    } catch (error) {
      // A server starts on a full disk too. Without its lock the folder is made by the first work that needs it.
      if (isFull(error)) return { folder, close: () => rm(folder, { recursive: true, force: true }) }
      if (tries === 5) throw error
    }
    // Another start took it for dead between its making and its lock.
  }
}

/** A folder in a workshop for one piece of work, gone afterwards whatever happens. */
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
  let held: ReturnType<typeof holdFile>
  try {
    held = holdFile(join(folder, HELD))
    if (!held) return
  } catch {
    // No folder, or none that a process of ours has made.
  }
  await rm(folder, { recursive: true, force: true })
  held?.release()
}
