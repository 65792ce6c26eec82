import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import type { ServerScope } from '#server/scope.ts'

/** What nobody looked at in half a year is no news. */
const NEWS_KEPT_MS: Milliseconds = 180 * DAY_MS

export async function forgetOldNews({ db, now }: ServerScope): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('at', '<', now() - NEWS_KEPT_MS)
    .execute()
}
