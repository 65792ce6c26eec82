import { projectSettingsPoint } from '#features/projects/web/project-points.ts'
import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'
import { webhooksLive } from './webhooks.live.ts'

export const webhooksWeb = defineWeb({
  name: 'webhooks',
  live: webhooksLive,
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    projectSettingsPoint.added(async () => (await import('./webhooks-in-settings.tsx')).useWebhooksInSettings),
    organizationPartPoint.added(async () => (await import('./webhooks-in-organization.tsx')).useWebhooksInOrganization),
  ],
})
