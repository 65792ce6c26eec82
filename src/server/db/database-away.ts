import type { Services } from '../services.ts'
import { isLostConnection } from './lost-connection.ts'
import type { Database } from './open-database.ts'

type Told = Pick<Services, 'database' | 'log'>

/**
 * Since when each is away, by the clock that never jumps. Of a whole process: all that look after work find it out at
 * once.
 */
const awaySince = new WeakMap<Database, number>()

/**
 * Tells once that the database is away, however often it is asked meanwhile. False where the error means something
 * else.
 */
export function noteAway({ database, log }: Told, error: unknown): boolean {
  if (!isAway(error)) return false
  if (awaySince.has(database)) return true
  awaySince.set(database, performance.now())
  log.error({ err: error }, 'the database is away: work waits for it')
  return true
}

/** Tells once that it answers again, and after how long. */
export function noteBack({ database, log }: Told): void {
  const since = awaySince.get(database)
  if (since === undefined) return
  awaySince.delete(database)
  log.info({ ms: Math.round(performance.now() - since) }, 'the database is back')
}

/** Changes that got into each other’s way are no absence. */
function isAway(error: unknown): boolean {
  return isLostConnection(error) && !(error instanceof Error && 'code' in error && String(error.code).startsWith('40'))
}
