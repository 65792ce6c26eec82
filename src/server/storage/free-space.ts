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
 * Space for new uploads: free space without the reserve and without what running uploads still need. Undefined if the
 * store cannot tell; then writing finds out.
 */
export async function spareBytes(
  asking: Asking,
  { exceptId }: { readonly exceptId?: string } = {},
): Promise<number | undefined> {
  const spare = await unreservedBytes(asking)
  if (spare === undefined) return undefined
  const reserved = await heldBytes.ask(asking.db, asking.now(), exceptId === undefined ? {} : { exceptId })
  return reserved.reduce((left, bytes) => left - bytes, spare)
}

/** Refuses what would leave less than the configured reserve after all running uploads. */
export async function requireFreeSpace(asking: Asking, bytes: number): Promise<void> {
  const spare = await spareBytes(asking)
  if (spare !== undefined && spare < bytes) throw new StorageFull()
}

/**
 * For writes that already hold their space or precede new uploads: whether the reserve stays untouched after `bytes`
 * more.
 */
export async function hasFreeSpace(reserving: Reserving, bytes: number): Promise<boolean> {
  const spare = await unreservedBytes(reserving)
  return spare === undefined || spare >= bytes
}

/**
 * Inside a transaction: reserves space for an upload. Concurrent starts, in any process, wait here until the previous
 * one is written and counts.
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

/** For work that writes files itself, such as a decoder: aborts it when it reaches into the reserve. */
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
    // The full disk is the reason, whatever error the work ended with.
    throw full.signal.aborted && !signal.aborted ? new StorageFull() : error
  } finally {
    clearInterval(timer)
  }
}

async function unreservedBytes({ storage, config }: Reserving): Promise<number | undefined> {
  const free = await storage.freeBytes()
  return free === undefined ? undefined : free - (await keptFreeBytes({ storage, config }))
}
