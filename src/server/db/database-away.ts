import type { Services } from '../services.ts'
import { isLostConnection } from './lost-connection.ts'
import type { Database } from './open-database.ts'

type Told = Pick<Services, 'database' | 'log'>

/** When each became unreachable, by a monotonic clock. Shared in the process, because all workers notice it at once. */
const awaySince = new WeakMap<Database, number>()

/**
 * Logs once that the database is unreachable, however often it is called meanwhile. False if the error means something
 * else.
 */
export function noteAway({ database, log }: Told, error: unknown): boolean {
  if (!isAway(error)) return false
  if (awaySince.has(database)) return true
  awaySince.set(database, performance.now())
  log.error({ err: error }, 'the database is away: work waits for it')
  return true
}

/** Logs once that the database answers again, and after how long. */
export function noteBack({ database, log }: Told): void {
  const since = awaySince.get(database)
  if (since === undefined) return
  awaySince.delete(database)
  log.info({ ms: Math.round(performance.now() - since) }, 'the database is back')
}

/** Conflicts between transactions do not count. */
function isAway(error: unknown): boolean {
  return isLostConnection(error) && !(error instanceof Error && 'code' in error && String(error.code).startsWith('40'))
}
