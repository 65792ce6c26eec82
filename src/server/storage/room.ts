import type { Config } from '../config.ts'
import { StorageFull, type Storage } from './storage.ts'

/** Refuses what would leave less free than the configuration keeps back. What the store cannot tell is found out by writing. */
export async function refuseWithoutRoom({ storage, config }: { readonly storage: Storage; readonly config: Config }, bytes: number): Promise<void> {
  const free = await storage.freeBytes()
  if (free !== undefined && free - bytes < config.MIN_FREE_MB * 1e6) throw new StorageFull()
}
