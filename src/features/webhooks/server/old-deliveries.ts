import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import type { ServerScope } from '#server/scope.ts'

/** What was sent to webhooks, and what came back. */
const DELIVERIES_KEPT_MS: Milliseconds = 30 * DAY_MS

export async function forgetOldDeliveries({ db, now }: ServerScope): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now() - DELIVERIES_KEPT_MS)
    .where('state', '!=', 'waiting')
    .execute()
}
