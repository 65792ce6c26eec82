import { serve } from '#server/router/route-table.ts'
import { webhookRoutes } from '../webhooks.contract.ts'
import { listDeliveries, sendAgain, sendTest } from './webhook-deliveries.queries.ts'
import { changeWebhook, createWebhook, deleteWebhook, listWebhooks, rotateSecret } from './webhooks.queries.ts'
import { openWebhook, placeInOrganization, placeInProject } from './webhooks.scope.ts'

export const serveWebhooks = serve(webhookRoutes, {
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
