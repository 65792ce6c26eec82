import { memberChanged } from '#features/projects/server/member-hooks.ts'
import { ownData } from '#features/account/server/own-data.ts'
import { accountDeleted, organizationChanged } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { trackPolicy } from '../tracks.policy.ts'
import { erasedFilesJobs } from './erased-files.jobs.ts'
import { ownVersions } from './own-versions.queries.ts'
import { spectrogramJobs } from './spectrograms.jobs.ts'
import { settleReviewer, settleReviewerEverywhere } from './track-status.queries.ts'
import { serveTracks } from './tracks.routes.ts'
import { serveTrash } from './trash.routes.ts'
import { versionAnalysisJobs } from './version-analysis.jobs.ts'

export const tracksFeature = defineFeature({
  name: 'tracks',
  serves: [serveTracks, serveTrash],
  actions: {
    policy: trackPolicy,
    tokens: {
      'track.listen': ['read'],
      'track.download': ['read'],
      'track.edit': ['manage'],
      'version.edit': ['manage'],
      'track.erase': [],
    },
  },
  tables: {
    tracks: { export: 'project_id', ownData: { none: 'the members’ together; their names stand with the versions' } },
    versions: { export: 'project_id', ownData: ['versions'] },
    version_changes: {
      export: { column: 'version_id', in: 'versions' },
      after: 'tasks',
      ownData: { none: 'lines that the members rewrite together' },
    },
    spectrograms: { export: 'left-behind', ownData: { none: 'made from the versions' } },
  },
  jobs: { normal: [...versionAnalysisJobs, ...spectrogramJobs, ...erasedFilesJobs] },
  answers: [
    memberChanged.answeredBy(settleReviewer),
    accountDeleted.answeredBy(settleReviewerEverywhere),
    organizationChanged.answeredBy(async (services, _, userId) => {
      if (userId !== undefined) await settleReviewerEverywhere(services, userId)
    }),
    ownData.answeredBy(() => ownVersions),
  ],
})
