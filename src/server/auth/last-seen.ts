import { MINUTE_MS, type Instant } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'

/** So often it is written down that somebody is there, and so exact it is. */
const EVERY_MS = 5 * MINUTE_MS

/**
 * Notes that somebody is there, by whatever they ask and as long as they are connected. Nobody waits for it, and where
 * it cannot be written, as on a full disk, that is no fault of what was asked.
 */
export function seenNotes(db: Db, now: () => Instant): (userId: string, lastSeenAt: Instant | null) => void {
  const underWay = new Set<string>()
  return (userId, lastSeenAt) => {
    const at = now()
    if ((lastSeenAt !== null && at - lastSeenAt < EVERY_MS) || underWay.has(userId)) return
    underWay.add(userId)
    db.updateTable('user')
      .set({ lastSeenAt: at })
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('lastSeenAt', 'is', null), eb('lastSeenAt', '<=', at - EVERY_MS)]))
      .execute()
      .catch(() => undefined)
      .finally(() => underWay.delete(userId))
  }
}
