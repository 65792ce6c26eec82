import type { ApprovalAsk, ApprovalDecision } from './approvals.contract.ts'

/** For tests: Jo approved the first version of Glasshouse. */
export const sampleDecision: ApprovalDecision = {
  id: 'd1',
  trackTitle: 'Glasshouse',
  versionId: 'v1',
  versionNumber: 1,
  seq: 1,
  authorId: 'jo',
  authorName: 'Jo Okafor',
  decision: 'approved',
  body: '',
  noteId: null,
  fileName: 'Glasshouse.wav',
  sizeBytes: 1,
  sha256: 'ab',
  createdAt: 0,
}

/** For tests: Ines asked Jo to approve it. */
export const sampleAsk: ApprovalAsk = {
  id: 'a1',
  versionId: 'v1',
  versionNumber: 1,
  seq: 1,
  reviewerId: 'jo',
  reviewerName: 'Jo Okafor',
  askedBy: 'ines',
  askedByName: 'Ines Duarte',
  message: '',
  dueOn: null,
  following: false,
  createdAt: 0,
  cancelledAt: null,
}
