import { DAY_MS, type Instant, type Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import { defineHook } from '../hooks.ts'
import type { ServerScope } from '../scope.ts'

/** How long deleted things can be restored. */
export function trashKeptMs({ TRASH_DAYS }: Pick<Config, 'TRASH_DAYS'>): Milliseconds {
  return TRASH_DAYS * DAY_MS
}

/** Deletes for good what was moved to the trash before that time. Sweeps remove the files. */
export const trashEmptied = defineHook<[scope: ServerScope, before: Instant]>('trash.emptied')
