import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes, cardCounts } from '#features/projects/server/project-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { housekeepingDue } from '#server/jobs/housekeeping-hooks.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { serve } from '#server/router/route-table.ts'
import type { ServerScope } from '#server/scope.ts'
import { namesFiles } from '#server/storage/storage-hooks.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { trackPolicy } from '../tracks.policy.ts'
import { trashRoutes } from '../trash.contract.ts'
import { broughtVersions, trackCounts } from './track-counts.ts'
import { askAll, namedFiles } from './track-hooks.ts'
import { serveTracks } from './tracks.routes.ts'
import { hasVersions, openTrack, openVersion } from './tracks.scope.ts'
import { eraseFiles, eraseProject, eraseTrack, eraseVersion } from './trash/erase.queries.ts'
import { orphansAmong } from './trash/orphan-files.ts'
import { emptyTrash } from './trash/trash-emptying.ts'
import { listTrash } from './trash/trash.queries.ts'
import { ownVersions } from './versions/own-versions.queries.ts'
import { spectrogramJobs } from './versions/spectrograms.jobs.ts'
import { remeasureNext, startRemeasuring, versionRemeasureJobs } from './versions/version-remeasure.jobs.ts'
import { versionAnalysisJobs } from './versions/version-analysis.jobs.ts'

const AT_ONCE = 200

const erasedFilesJobs: readonly JobHandler[] = [
  jobHandler({
    ...eraseFiles,
    run: ({ prefix }, { scope, signal }) => removeUnnamed(scope, prefix, signal),
  }),
]

/** A version that was made the newest again may share the file of a deleted one: files that any row refers to stay. */
async function removeUnnamed(scope: ServerScope, prefix: string, signal: AbortSignal): Promise<void> {
  let keys: string[] = []
  const removeThese = async () => {
    for (const key of await unnamed(scope, keys)) {
      signal.throwIfAborted()
      await scope.storage.remove(key)
    }
    keys = []
  }
  for await (const { key } of scope.storage.list(prefix)) {
    signal.throwIfAborted()
    keys.push(key)
    if (keys.length === AT_ONCE) await removeThese()
  }
  await removeThese()
}

async function unnamed(scope: ServerScope, keys: readonly string[]): Promise<readonly string[]> {
  const named = new Set((await askAll(namedFiles, scope.db, keys)).flat())
  const bounces = keys.filter((key) => key.startsWith('projects/'))
  return [
    ...(await orphansAmong(scope, bounces)),
    ...keys.filter((key) => !key.startsWith('projects/') && !named.has(key)),
  ]
}

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
      'track.move': ['manage'],
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
  jobs: { normal: [...versionAnalysisJobs, ...versionRemeasureJobs, ...spectrogramJobs, ...erasedFilesJobs] },
  recurring: startRemeasuring,
  answers: [
    housekeepingDue.answeredBy(remeasureNext),
    cardCounts.answeredBy(trackCounts),
    broughtBytes.answeredBy(broughtVersions),
    trashEmptied.answeredBy(emptyTrash),
    namesFiles.answeredBy(hasVersions),
    ownData.answeredBy(() => ownVersions),
  ],
})
