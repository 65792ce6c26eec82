import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes, cardCounts } from '#features/projects/server/project-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { namesFiles } from '#server/storage/storage-hooks.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { trackPolicy } from '../tracks.policy.ts'
import { erasedFilesJobs } from './erased-files.jobs.ts'
import { ownVersions } from './own-versions.queries.ts'
import { spectrogramJobs } from './spectrograms.jobs.ts'
import { broughtVersions, trackCounts } from './track-counts.ts'
import { serveTracks } from './tracks.routes.ts'
import { hasVersions } from './tracks.scope.ts'
import { emptyTrash } from './trash-emptying.ts'
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
    cardCounts.answeredBy(trackCounts),
    broughtBytes.answeredBy(broughtVersions),
    trashEmptied.answeredBy(emptyTrash),
    namesFiles.answeredBy(hasVersions),
    ownData.answeredBy(() => ownVersions),
  ],
})
