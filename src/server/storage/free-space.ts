import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import type { Services } from '../services.ts'
import { diskSpace, reserveBytes, type Reserve } from './free-space-gate.ts'
import { StorageFull, type Storage } from './storage.ts'
import { heldBytes } from './storage-hooks.ts'

interface Reserving {
  readonly storage: Storage
  readonly config: Reserve
}

interface Asking extends Reserving {
  readonly db: Db
  readonly now: () => Instant
}

const WATCH_MS: Milliseconds = 500

export async function keptFreeBytes({ storage, config }: Reserving): Promise<number> {
  return reserveBytes(config, await storage.diskBytes())
}

/**
 * What may still be begun: free, not in the reserve, and not held for the rest of uploads. Undefined where the store
 * cannot tell: that is found out by writing.
 */
export async function spareBytes(
  asking: Asking,
  { exceptId }: { readonly exceptId?: string } = {},
): Promise<number | undefined> {
  const spare = await unreservedBytes(asking)
  if (spare === undefined) return undefined
  const held = await heldBytes.ask(asking.db, asking.now(), exceptId === undefined ? {} : { exceptId })
  return held.reduce((left, bytes) => left - bytes, spare)
}

/** Refuses what would leave less free than the configuration keeps back once all uploads are there. */
export async function requireFreeSpace(asking: Asking, bytes: number): Promise<void> {
  const spare = await spareBytes(asking)
  if (spare !== undefined && spare < bytes) throw new StorageFull()
}

/** For what has its room already, or goes before new uploads: whether the reserve is untouched after so much more. */
export async function hasFreeSpace(reserving: Reserving, bytes: number): Promise<boolean> {
  const spare = await unreservedBytes(reserving)
  return spare === undefined || spare >= bytes
}

/**
 * Inside a transaction: takes room for an upload. Of several that begin at once, in any process, each waits here until
 * the one before is written down and counts.
 */
export async function holdSpace(
  asking: Asking,
  bytes: number,
  except: { readonly exceptId?: string } = {},
): Promise<void> {
  const { db, now, storage } = asking
  if ((await storage.freeBytes()) === undefined) return
  await db
    .insertInto('limits')
    .values({ key: 'upload-room', count: 0, started_at: now() })
    .onConflict((c) => c.column('key').doUpdateSet({ started_at: now() }))
    .execute()
  const spare = await spareBytes(asking, except)
  if (spare !== undefined && spare < bytes) throw new StorageFull()
}

/**
 * Work that writes files by itself, as a decoder does in the workshop: breaks off where it reaches into the reserve.
 */
export async function whileSpace<T>(
  { workshop, config }: Pick<Services, 'workshop' | 'config'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const full = new AbortController()
  const look = () => {
    const { freeBytes, diskBytes } = diskSpace(workshop)
    if (freeBytes < reserveBytes(config, diskBytes)) full.abort(new StorageFull())
  }
  const timer = setInterval(look, WATCH_MS)
  try {
    const made = await work(AbortSignal.any([signal, full.signal]))
    full.signal.throwIfAborted()
    return made
  } catch (error) {
    // Whatever it says of its end, this is the reason.
    throw full.signal.aborted && !signal.aborted ? new StorageFull() : error
  } finally {
    clearInterval(timer)
  }
}

async function unreservedBytes({ storage, config }: Reserving): Promise<number | undefined> {
  const free = await storage.freeBytes()
  return free === undefined ? undefined : free - (await keptFreeBytes({ storage, config }))
}
