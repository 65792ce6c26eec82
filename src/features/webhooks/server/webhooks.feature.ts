import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { housekeepingDue } from '#server/jobs/housekeeping-hooks.ts'
import { serve } from '#server/router/route-table.ts'
import type { ServerScope } from '#server/scope.ts'
import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { webhookRoutes } from '../webhooks.contract.ts'
import { webhookPolicy } from '../webhooks.policy.ts'
import { ownWebhooks } from './own-webhooks.queries.ts'
import { listDeliveries, sendAgain, sendTest } from './webhook-deliveries.queries.ts'
import { webhookJobs } from './webhook-delivery.jobs.ts'
import { webhooksConsumer } from './webhooks.consumer.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateSecret } from './webhooks.queries.ts'
import { openWebhook, placeInOrganization, placeInProject } from './webhooks.scope.ts'

const serveWebhooks = serve(webhookRoutes, {
  'GET /api/projects/:projectId/webhooks': ({ scope }) => listWebhooks(placeInProject(scope)),
  'POST /api/projects/:projectId/webhooks': ({ scope, body }) => createWebhook(placeInProject(scope), body),
  'PATCH /api/projects/:projectId/webhooks/:webhookId': async ({ scope, params, body }) =>
    changeWebhook(await openWebhook(placeInProject(scope), params.webhookId), body),
  'DELETE /api/projects/:projectId/webhooks/:webhookId': async ({ scope, params }) =>
    deleteWebhook(await openWebhook(placeInProject(scope), params.webhookId)),
  'POST /api/projects/:projectId/webhooks/:webhookId/rotate': ({ scope, params }) =>
    rotateSecret(placeInProject(scope), params.webhookId),
  'POST /api/projects/:projectId/webhooks/:webhookId/test': async ({ scope, params }) =>
    sendTest(await openWebhook(placeInProject(scope), params.webhookId)),
  'GET /api/projects/:projectId/webhooks/:webhookId/deliveries': async ({ scope, params, query }) =>
    listDeliveries(await openWebhook(placeInProject(scope), params.webhookId), query),
  'POST /api/projects/:projectId/webhooks/:webhookId/deliveries/:deliveryId/again': async ({ scope, params }) =>
    sendAgain(await openWebhook(placeInProject(scope), params.webhookId), params.deliveryId),
  'GET /api/organizations/:organizationId/webhooks': async ({ scope, params }) =>
    listWebhooks(await placeInOrganization(scope, params.organizationId)),
  'POST /api/organizations/:organizationId/webhooks': async ({ scope, params, body }) =>
    createWebhook(await placeInOrganization(scope, params.organizationId), body),
  'PATCH /api/organizations/:organizationId/webhooks/:webhookId': async ({ scope, params, body }) =>
    changeWebhook(await openWebhook(await placeInOrganization(scope, params.organizationId), params.webhookId), body),
  'DELETE /api/organizations/:organizationId/webhooks/:webhookId': async ({ scope, params }) =>
    deleteWebhook(await openWebhook(await placeInOrganization(scope, params.organizationId), params.webhookId)),
  'POST /api/organizations/:organizationId/webhooks/:webhookId/rotate': async ({ scope, params }) =>
    rotateSecret(await placeInOrganization(scope, params.organizationId), params.webhookId),
  'POST /api/organizations/:organizationId/webhooks/:webhookId/test': async ({ scope, params }) =>
    sendTest(await openWebhook(await placeInOrganization(scope, params.organizationId), params.webhookId)),
  'GET /api/organizations/:organizationId/webhooks/:webhookId/deliveries': async ({ scope, params, query }) =>
    listDeliveries(await openWebhook(await placeInOrganization(scope, params.organizationId), params.webhookId), query),
  'POST /api/organizations/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/again': async ({
    scope,
    params,
  }) =>
    sendAgain(
      await openWebhook(await placeInOrganization(scope, params.organizationId), params.webhookId),
      params.deliveryId,
    ),
})

/** How long deliveries and their results are kept. */
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
  // Sending data outside of the server requires a session.
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
