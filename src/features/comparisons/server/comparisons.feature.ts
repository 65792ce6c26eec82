import { type TrackMove, trackMoving } from '#features/tracks/server/track-hooks.ts'
import { versionReady } from '#features/tracks/server/versions/version-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { comparisonRoutes } from '../comparisons.contract.ts'
import { comparisonPolicy } from '../comparisons.policy.ts'
import { comparisonJobs } from './comparisons.jobs.ts'
import { compareNeighbours } from './neighbour-comparisons.ts'
import { askForComparison, readComparison, sendComparisonMap } from './comparisons.queries.ts'

const serveComparisons = serve(comparisonRoutes, {
  'POST /api/projects/:projectId/comparisons': ({ scope, body }) => askForComparison(scope, body),
  'GET /api/projects/:projectId/comparisons/:comparisonId': ({ scope, params }) =>
    readComparison(scope, params.comparisonId),
  'GET /api/projects/:projectId/comparisons/:comparisonId/map': ({ scope, params, ...exchange }) =>
    sendComparisonMap(scope, params.comparisonId, exchange),
})

export const comparisonsFeature = defineFeature({
  name: 'comparisons',
  serves: [serveComparisons],
  actions: { policy: comparisonPolicy, tokens: { 'comparison.view': ['read'] } },
  tables: { comparisons: { export: 'left-behind', ownData: { none: 'made from the versions' } } },
  jobs: { normal: comparisonJobs },
  answers: [versionReady.answeredBy(compareNeighbours), trackMoving.answeredBy(moveComparisons)],
})

async function moveComparisons({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  const versions = db.selectFrom('versions').select('id').where('track_id', '=', trackId)
  // Those with versions of other tracks stay behind; they are made again when somebody asks.
  await db
    .updateTable('comparisons')
    .set({ project_id: projectId })
    .where('version_a', 'in', versions)
    .where('version_b', 'in', versions)
    .execute()
}
