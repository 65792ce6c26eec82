import { projectSettingsPoint } from '#features/projects/web/project-points.ts'
import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'

export const administrationWeb = defineWeb({
  name: 'administration',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    // A project's storage belongs to its settings, and comes before webhooks.
    projectSettingsPoint.added(async () => (await import('./storage-in-settings.tsx')).useStorageInSettings, -1),
    organizationPartPoint.added(
      async () => (await import('./administration-in-organization.tsx')).useStorageInOrganization,
      -1,
    ),
    organizationPartPoint.added(
      async () => (await import('./administration-in-organization.tsx')).useAuditInOrganization,
    ),
  ],
})
