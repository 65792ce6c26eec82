import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { serveAdministration } from './administration.routes.ts'
import { serveAudit } from './audit.routes.ts'
import { ownAudit } from './own-audit.queries.ts'
import { backupJobs, startScheduledBackup } from './scheduled-backup.jobs.ts'
import { startStorageCount, storageCountJobs } from './storage-count.jobs.ts'

export const administrationFeature = defineFeature({
  name: 'administration',
  serves: [serveAdministration, serveAudit],
  jobs: { normal: storageCountJobs, backup: backupJobs },
  recurring: async (services) => {
    await startStorageCount(services)
    await startScheduledBackup(services)
  },
  answers: [ownData.answeredBy(() => ownAudit)],
})
