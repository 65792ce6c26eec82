import { serve } from '#server/router/route-table.ts'
import { openTrack, openVersion } from '#features/tracks/server/tracks.scope.ts'
import { approvalRoutes } from '../approvals.contract.ts'
import { listOwnDecisions, listTrackReviews, listWaiting, readTrackApprovals } from './approval-list.queries.ts'
import { askForApproval, cancelAsk, decide } from './approvals.queries.ts'
import { verifyDecision } from './verification.queries.ts'

export const serveApprovals = serve(approvalRoutes, {
  'GET /api/approvals/waiting': ({ scope }) => listWaiting(scope),
  'GET /api/projects/:projectId/approvals': ({ scope }) => listTrackReviews(scope),
  'GET /api/projects/:projectId/tracks/:trackId/approvals': async ({ scope, params }) =>
    readTrackApprovals(await openTrack(scope, params.trackId)),
  'POST /api/projects/:projectId/tracks/:trackId/approvals': async ({ scope, params, body }) =>
    askForApproval(await openVersion(scope, params.trackId, body.versionId), body),
  'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId/reviewers/:reviewerId': async ({
    scope,
    params,
  }) => cancelAsk(await openVersion(scope, params.trackId, params.versionId), params.reviewerId),
  'GET /api/projects/:projectId/tracks/:trackId/decisions': async ({ scope, params }) =>
    listOwnDecisions(await openTrack(scope, params.trackId)),
  'POST /api/projects/:projectId/tracks/:trackId/decisions': async ({ scope, params, body }) =>
    decide(await openVersion(scope, params.trackId, body.versionId), body),
  'GET /api/projects/:projectId/tracks/:trackId/decisions/:decisionId/verification': async ({ scope, params }) =>
    verifyDecision(await openTrack(scope, params.trackId), params.decisionId),
})
