import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { defineHook } from '../hooks.ts'

/** Whether any row names a file. */
export const namesFiles = defineHook<[db: Db], boolean>('storage.names_files')

/** What uploads on their way have still to write; the one that asks does not count itself. */
export const heldBytes = defineHook<[db: Db, now: Instant, options: { readonly exceptId?: string }], number>(
  'storage.held_bytes',
)

/** What files take, by kind, over everything there is. */
export const storedBytes = defineHook<[db: Db], Readonly<Record<string, number>>>('storage.stored_bytes')
