import { DAY_MS, type Instant, type Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import { defineHook } from '../hooks.ts'
import type { ServerScope } from '../scope.ts'

/** How long what was deleted can be brought back. */
export function trashKeptMs({ TRASH_DAYS }: Pick<Config, 'TRASH_DAYS'>): Milliseconds {
  return TRASH_DAYS * DAY_MS
}

/** Ends what was deleted before that time. Files that no row names any more, the sweeps remove. */
export const trashEmptied = defineHook<[scope: ServerScope, before: Instant]>('trash.emptied')
