import { projectSettingsPoint } from '#features/projects/web/project-points.ts'
import { organizationPartPoint } from '#features/organizations/web/organization-points.ts'
import { defineWeb } from '#web/extension/define-web.ts'

export const administrationWeb = defineWeb({
  name: 'administration',
  live: 'nothing',
  keys: 'nothing',
  palette: 'nothing',
  adds: [
    // What a project takes is the project's own matter, and stands before what other programs hear of it.
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
