import { DAY_MS, type Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { storedDate } from '../db/stored-date.ts'

/** Longer than the window of any limit. */
const LIMITS_KEPT_MS = DAY_MS

/**
 * Deletes what is no longer usable: ended sessions and those older than `sessionDays`, expired tokens and states, old
 * counters.
 */
export async function sweepSignIn(db: Db, now: Instant, sessionDays: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('createdAt', '<', storedDate(now - sessionDays * DAY_MS))
    .execute()
  await db.deleteFrom('session').where('expiresAt', '<', storedDate(now)).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', storedDate(now)).execute()
  await db
    .deleteFrom('limits')
    .where('started_at', '<', now - LIMITS_KEPT_MS)
    .execute()
}
