import type { Config } from '../config.ts'
import { StorageFull, type Storage } from './storage.ts'

interface Kept {
  readonly storage: Storage
  readonly config: Pick<Config, 'MIN_FREE_MB' | 'MIN_FREE_PERCENT'>
}

/** What uploads leave free: so many megabytes, or on large disks a share of them. */
export async function keptFreeBytes({ storage, config }: Kept): Promise<number> {
  return keptOf(config, await storage.diskBytes())
}

export function keptOf({ MIN_FREE_MB, MIN_FREE_PERCENT }: Kept['config'], diskBytes: number | undefined): number {
  return MIN_FREE_MB === 0 ? 0 : Math.max(MIN_FREE_MB * 1e6, ((diskBytes ?? 0) * MIN_FREE_PERCENT) / 100)
}

/** Whether so much more leaves as much free as is kept. What the store cannot tell is found out by writing. */
export async function hasRoom(kept: Kept, bytes: number): Promise<boolean> {
  const free = await kept.storage.freeBytes()
  return free === undefined || free - bytes >= (await keptFreeBytes(kept))
}

/** Refuses what would leave less free than the configuration keeps back. */
export async function refuseWithoutRoom(kept: Kept, bytes: number): Promise<void> {
  if (!(await hasRoom(kept, bytes))) throw new StorageFull()
}
