import { ownData } from '#features/account/server/own-data.ts'
import { memberChanged } from '#features/projects/server/member-hooks.ts'
import { reviewRecords } from '#features/tracks/server/track-hooks.ts'
import { accountDeleted, organizationChanged } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { approvalPolicy } from '../approvals.policy.ts'
import { serveApprovals } from './approvals.routes.ts'
import { ownApprovals } from './own-approvals.queries.ts'
import { readReviewRecords, settleReviewer, settleReviewerEverywhere } from './reviewers.listeners.ts'

export const approvalsFeature = defineFeature({
  name: 'approvals',
  serves: [serveApprovals],
  actions: {
    policy: approvalPolicy,
    // A decision stands on record as somebody's word.
    tokens: { 'approval.view': ['read'], 'approval.ask': ['manage'], 'approval.decide': [] },
  },
  tables: {
    approval_asks: { export: 'project_id', ownData: ['approvalRequests'] },
    approval_decisions: { export: 'project_id', ownData: ['decisions'] },
  },
  answers: [
    reviewRecords.answeredBy(readReviewRecords),
    memberChanged.answeredBy(settleReviewer),
    accountDeleted.answeredBy(settleReviewerEverywhere),
    organizationChanged.answeredBy(async (services, _, userId) => {
      if (userId !== undefined) await settleReviewerEverywhere(services, userId)
    }),
    ownData.answeredBy(() => ownApprovals),
  ],
})
