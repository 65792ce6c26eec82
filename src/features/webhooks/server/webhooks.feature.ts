import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import type { ServerScope } from '#server/scope.ts'
import { housekeepingDue } from '#server/jobs/housekeeping-hooks.ts'
import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { webhookPolicy } from '../webhooks.policy.ts'
import { ownWebhooks } from './own-webhooks.queries.ts'
import { webhookJobs } from './webhook-delivery.jobs.ts'
import { webhooksConsumer } from './webhooks.consumer.ts'
import { serveWebhooks } from './webhooks.routes.ts'

/** What was sent to webhooks, and what came back. */
const DELIVERIES_KEPT_MS: Milliseconds = 30 * DAY_MS

async function forgetOldDeliveries({ db, now }: ServerScope): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', now() - DELIVERIES_KEPT_MS)
    .where('state', '!=', 'waiting')
    .execute()
}

export const webhooksFeature = defineFeature({
  name: 'webhooks',
  serves: [serveWebhooks],
  // What a project tells outside is for people.
  actions: { policy: webhookPolicy, tokens: { 'webhook.manage': [] } },
  tables: {
    webhooks: { export: 'left-behind', ownData: ['webhooks'] },
    webhook_deliveries: { export: 'left-behind', ownData: { none: 'what was sent elsewhere, for a month' } },
    webhook_cursors: { export: 'left-behind', ownData: { none: 'how far the events have been sent' } },
  },
  jobs: { calls: webhookJobs },
  consumers: [webhooksConsumer],
  answers: [housekeepingDue.answeredBy(forgetOldDeliveries), ownData.answeredBy(() => ownWebhooks)],
})
