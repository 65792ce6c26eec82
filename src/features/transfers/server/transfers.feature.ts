import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes } from '#features/projects/server/project-hooks.ts'
import { guestClaimed } from '#features/shares/server/guest-hooks.ts'
import { versionsUnderWay } from '#features/tracks/server/track-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { heldBytes, namesFiles } from '#server/storage/storage-hooks.ts'
import { transferPolicy } from '../transfers.policy.ts'
import { ownUploads } from './own-uploads.queries.ts'
import { serveTransfers } from './transfers.routes.ts'
import { broughtUploads, bytesToCome, handUploadsOver, hasUploads, versionsToCome } from './upload-hold.ts'
import { startTransferSweep, transferJobs } from './uploads.jobs.ts'

export const transfersFeature = defineFeature({
  name: 'transfers',
  serves: [serveTransfers],
  actions: { policy: transferPolicy, tokens: { 'upload.add': ['upload'] } },
  tables: { uploads: { export: 'left-behind', ownData: ['uploads'] } },
  jobs: { normal: transferJobs() },
  recurring: startTransferSweep,
  answers: [
    broughtBytes.answeredBy(broughtUploads),
    namesFiles.answeredBy(hasUploads),
    heldBytes.answeredBy(bytesToCome),
    versionsUnderWay.answeredBy(versionsToCome),
    guestClaimed.answeredBy(handUploadsOver),
    ownData.answeredBy(() => ownUploads),
  ],
})
