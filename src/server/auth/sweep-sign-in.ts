import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { storedDate } from '../db/stored-date.ts'

/** Longer than any limit's window. */
const LIMITS_KEPT_MS: Milliseconds = 24 * 3600_000

const DAY_MS: Milliseconds = 24 * 3600_000

/** Forgets what cannot be used any more: sessions that have ended or lasted for so many days, tokens and states that have expired, tries long past. */
export async function sweepSignIn(db: Db, now: Instant, sessionDays: number): Promise<void> {
  await db.deleteFrom('session').where('createdAt', '<', storedDate(now - sessionDays * DAY_MS)).execute()
  await db.deleteFrom('session').where('expiresAt', '<', storedDate(now)).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', storedDate(now)).execute()
  await db.deleteFrom('limits').where('started_at', '<', now - LIMITS_KEPT_MS).execute()
}
