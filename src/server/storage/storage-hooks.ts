import type { Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { defineHook } from '../hooks.ts'

/** Whether any row names a file. */
export const namesFiles = defineHook<[db: Db], boolean>('storage.names_files')

/** Bytes that running uploads still have to write, without the asking upload. */
export const heldBytes = defineHook<[db: Db, now: Instant, options: { readonly exceptId?: string }], number>(
  'storage.held_bytes',
)

/** Bytes of all files, by kind. */
export const storedBytes = defineHook<[db: Db], Readonly<Record<string, number>>>('storage.stored_bytes')
