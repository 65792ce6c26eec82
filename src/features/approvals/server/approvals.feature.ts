import { ownData } from '#features/account/server/own-data.ts'
import { defineFeature } from '#server/feature.ts'
import { approvalPolicy } from '../approvals.policy.ts'
import { serveApprovals } from './approvals.routes.ts'
import { ownApprovals } from './own-approvals.queries.ts'

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
  answers: [ownData.answeredBy(() => ownApprovals)],
})
