import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { houseKept } from '#server/trash/trash-hooks.ts'
import { webhookPolicy } from '../webhooks.policy.ts'
import { webhooksConsumer } from './webhooks.consumer.ts'
import { forgetOldDeliveries } from './old-deliveries.ts'
import { ownWebhooks } from './own-webhooks.queries.ts'
import { webhookJobs } from './webhook-delivery.jobs.ts'
import { serveWebhooks } from './webhooks.routes.ts'

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
  answers: [houseKept.answeredBy(forgetOldDeliveries), ownData.answeredBy(() => ownWebhooks)],
})
