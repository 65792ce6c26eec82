import { serve } from '#server/router/route-table.ts'
import { comparisonRoutes } from '../comparisons.contract.ts'
import { askForComparison, readComparison, sendComparisonMap } from './comparisons.queries.ts'

export const serveComparisons = serve(comparisonRoutes, {
  'POST /api/projects/:projectId/comparisons': ({ scope, body }) => askForComparison(scope, body),
  'GET /api/projects/:projectId/comparisons/:comparisonId': ({ scope, params }) =>
    readComparison(scope, params.comparisonId),
  'GET /api/projects/:projectId/comparisons/:comparisonId/map': ({ scope, params, ...exchange }) =>
    sendComparisonMap(scope, params.comparisonId, exchange),
})
