import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { storedDate } from '../db/stored-date.ts'

/** Longer than any limit's window. */
const LIMITS_KEPT_MS: Milliseconds = 24 * 3600_000

/** Forgets what cannot be used any more: ended sessions, tokens and states that have expired, tries long past. */
export async function sweepSignIn(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<', storedDate(now)).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', storedDate(now)).execute()
  await db.deleteFrom('limits').where('started_at', '<', now - LIMITS_KEPT_MS).execute()
}
