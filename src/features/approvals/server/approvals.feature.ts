import type * as z from 'zod'
import { ownData } from '#features/account/server/own-data.ts'
import { memberChanged } from '#features/projects/server/member-hooks.ts'
import { reviewRecords, type TrackMove, trackMoving } from '#features/tracks/server/track-hooks.ts'
import { openTrack, openVersion, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { accountDeleted, organizationChanged } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import type { Storage } from '#server/storage/storage.ts'
import { refused } from '#shared/errors.ts'
import { approvalRoutes, type Verification } from '../approvals.contract.ts'
import { approvalPolicy } from '../approvals.policy.ts'
import { listOwnDecisions, listTrackReviews, listWaiting, readTrackApprovals } from './approval-list.queries.ts'
import { approveTogether, askForApproval, cancelAsk, decide, undoDecision } from './approvals.queries.ts'
import { ownApprovals } from './own-approvals.queries.ts'
import { readReviewRecords, settleReviewer, settleReviewerEverywhere } from './reviewers.listeners.ts'

/** Reads the file that the store has now, also for a version in the trash. */
async function verifyDecision(
  { db, storage, track, now }: TrackScope,
  decisionId: string,
): Promise<z.infer<typeof Verification>> {
  const decision = await db
    .selectFrom('approval_decisions')
    .select(['version_id', 'sha256'])
    .where('id', '=', decisionId)
    .where('track_id', '=', track.id)
    .executeTakeFirst()
  if (!decision) throw refused.not_found()
  const version = await db
    .selectFrom('versions')
    .select('storage_key')
    .where('id', '=', decision.version_id)
    .executeTakeFirst()
  const stored = version ? await digestOf(storage, version.storage_key) : undefined
  return { recorded: decision.sha256, stored: stored ?? null, matches: stored === decision.sha256, checkedAt: now() }
}

/** Concurrent requests for the same file share one read. */
const reading = new WeakMap<Storage, Map<string, Promise<string | undefined>>>()

function digestOf(storage: Storage, key: string): Promise<string | undefined> {
  const here = reading.get(storage) ?? new Map<string, Promise<string | undefined>>()
  reading.set(storage, here)
  const known = here.get(key)
  if (known) return known
  const made = blobDigest(storage, key).finally(() => here.delete(key))
  here.set(key, made)
  return made
}

const serveApprovals = serve(approvalRoutes, {
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
  'POST /api/projects/:projectId/decisions': ({ scope, body }) => approveTogether(scope, body.versions),
  'DELETE /api/projects/:projectId/tracks/:trackId/decisions/:decisionId': async ({ scope, params }) =>
    undoDecision(await openTrack(scope, params.trackId), params.decisionId),
  'GET /api/projects/:projectId/tracks/:trackId/decisions/:decisionId/verification': async ({ scope, params }) =>
    verifyDecision(await openTrack(scope, params.trackId), params.decisionId),
})

export const approvalsFeature = defineFeature({
  name: 'approvals',
  serves: [serveApprovals],
  actions: {
    policy: approvalPolicy,
    // A decision is a person's recorded statement, so no token can make one.
    tokens: { 'approval.view': ['read'], 'approval.ask': ['manage'], 'approval.decide': [] },
  },
  tables: {
    approval_asks: { export: 'project_id', ownData: ['approvalRequests'] },
    approval_decisions: { export: 'project_id', ownData: ['decisions'] },
  },
  answers: [
    reviewRecords.answeredBy(readReviewRecords),
    trackMoving.answeredBy(moveApprovals),
    memberChanged.answeredBy(settleReviewer),
    accountDeleted.answeredBy(settleReviewerEverywhere),
    organizationChanged.answeredBy(async (services, _, userId) => {
      if (userId !== undefined) await settleReviewerEverywhere(services, userId)
    }),
    ownData.answeredBy(() => ownApprovals),
  ],
})

/** A decision stays as it was made; only its project follows the track. */
async function moveApprovals({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  const there = { project_id: projectId }
  await db.updateTable('approval_asks').set(there).where('track_id', '=', trackId).execute()
  await db.updateTable('approval_decisions').set(there).where('track_id', '=', trackId).execute()
}
