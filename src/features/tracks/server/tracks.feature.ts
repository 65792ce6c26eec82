import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes, cardCounts } from '#features/projects/server/project-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { namesFiles } from '#server/storage/storage-hooks.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { trackPolicy } from '../tracks.policy.ts'
import { trashRoutes } from '../trash.contract.ts'
import { broughtVersions, trackCounts } from './track-counts.ts'
import { serveTracks } from './tracks.routes.ts'
import { hasVersions, openTrack, openVersion } from './tracks.scope.ts'
import { eraseProject, eraseTrack, eraseVersion } from './trash/erase.queries.ts'
import { erasedFilesJobs } from './trash/erased-files.jobs.ts'
import { emptyTrash } from './trash/trash-emptying.ts'
import { listTrash } from './trash/trash.queries.ts'
import { ownVersions } from './versions/own-versions.queries.ts'
import { spectrogramJobs } from './versions/spectrograms.jobs.ts'
import { versionAnalysisJobs } from './versions/version-analysis.jobs.ts'

const serveTrash = serve(trashRoutes, {
  'GET /api/trash': ({ scope, query }) => listTrash(scope, query),
  'POST /api/projects/:projectId/erase': ({ scope }) => eraseProject(scope),
  'POST /api/projects/:projectId/tracks/:trackId/erase': async ({ scope, params }) =>
    eraseTrack(await openTrack(scope, params.trackId, { inTrash: true })),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/erase': async ({ scope, params }) =>
    eraseVersion(await openVersion(scope, params.trackId, params.versionId, { inTrash: true })),
})

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
