import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { transferPolicy } from '../transfers.policy.ts'
import { ownUploads } from './own-uploads.queries.ts'
import { serveTransfers } from './transfers.routes.ts'
import { startTransferSweep, transferJobs } from './uploads.jobs.ts'

export const transfersFeature = defineFeature({
  name: 'transfers',
  serves: [serveTransfers],
  actions: { policy: transferPolicy, tokens: { 'upload.add': ['upload'] } },
  tables: { uploads: { export: 'left-behind', ownData: ['uploads'] } },
  jobs: { normal: transferJobs() },
  recurring: startTransferSweep,
  answers: [ownData.answeredBy(() => ownUploads)],
})
