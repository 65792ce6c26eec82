import * as z from 'zod'
import { MOST_TRACKS_AT_ONCE } from '#features/tracks/track-batch-limit.ts'
import { reviewStates } from '#features/tracks/review-standing.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, words } from '#shared/shapes.ts'
import { approvalDecisions } from './approvals.policy.ts'

const Day = z.iso.date()

export const ApprovalAsk = z
  .object({
    id: Id,
    versionId: Id,
    versionNumber: z.number(),
    seq: z.number(),
    reviewerId: Id,
    reviewerName: z.string(),
    askedBy: Id,
    askedByName: z.string(),
    message: z.string(),
    dueOn: Day.nullable(),
    /** Also covers later versions. */
    following: z.boolean(),
    createdAt: InstantMs,
    cancelledAt: InstantMs.nullable(),
  })
  .meta({ id: 'ApprovalAsk' })
export type ApprovalAsk = z.infer<typeof ApprovalAsk>

/** A dated record that never changes. Names, file and hash are as of the decision. */
export const ApprovalDecision = z
  .object({
    id: Id,
    trackTitle: z.string(),
    versionId: Id,
    versionNumber: z.number(),
    seq: z.number(),
    authorId: Id,
    authorName: z.string(),
    decision: z.enum(approvalDecisions),
    body: z.string(),
    /** The note made from its message. */
    noteId: Id.nullable(),
    fileName: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    createdAt: InstantMs,
  })
  .meta({ id: 'ApprovalDecision' })
export type ApprovalDecision = z.infer<typeof ApprovalDecision>

/** One person's review of one version. */
export const ApprovalReview = z
  .object({
    reviewerId: Id,
    name: z.string(),
    state: z.enum(reviewStates),
    /** Null if the person was not asked. */
    ask: ApprovalAsk.nullable(),
    /** Their latest decision about this version. */
    decision: ApprovalDecision.nullable(),
    /** Their latest decision about an earlier version. */
    earlier: ApprovalDecision.nullable(),
  })
  .meta({ id: 'ApprovalReview' })
export type ApprovalReview = z.infer<typeof ApprovalReview>

export const TrackApprovals = z
  .object({
    /** All versions that are not in the trash, newest first. */
    versions: z.array(z.object({ versionId: Id, reviews: z.array(ApprovalReview) })),
    /** Both oldest first, about all versions, including deleted ones. */
    asks: z.array(ApprovalAsk),
    decisions: z.array(ApprovalDecision),
  })
  .meta({ id: 'TrackApprovals' })
export type TrackApprovals = z.infer<typeof TrackApprovals>

/** The reviews of a track's current version. */
export const TrackReviews = z
  .object({
    projectId: Id,
    trackId: Id,
    versionId: Id,
    reviews: z.array(
      ApprovalReview.pick({ reviewerId: true, name: true, state: true }).extend({
        dueOn: Day.nullable(),
        /** Otherwise they decided of their own accord. */
        isAsked: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'TrackReviews' })
export type TrackReviews = z.infer<typeof TrackReviews>

export const Verification = z
  .object({
    recorded: z.string(),
    /** Computed from the stored file now; null if the file is gone. */
    stored: z.string().nullable(),
    matches: z.boolean(),
    checkedAt: InstantMs,
  })
  .meta({ id: 'Verification' })

/** One per track, so few enough for one answer. */
const Tracks = z.object({ items: z.array(TrackReviews), nextCursor: z.null() })
const trackPath = '/api/projects/:projectId/tracks/:trackId' as const

export const approvalRoutes = contract({
  'GET /api/approvals/waiting': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Tracks in all visible projects whose current version waits for somebody’s approval',
    answer: Tracks,
  },
  'GET /api/projects/:projectId/approvals': {
    access: 'approval.view',
    summary: 'The state of approvals of each track’s current version, if anybody was asked or has decided',
    answer: Tracks,
  },
  [`GET ${trackPath}/approvals` as const]: {
    access: 'approval.view',
    summary: 'All requests and decisions about a track, and the state of approvals of each version',
    answer: TrackApprovals,
  },
  [`POST ${trackPath}/approvals` as const]: {
    access: 'approval.ask',
    summary: 'Ask people to approve a version and, if following, those that come after it',
    body: z.object({
      versionId: Id,
      reviewerIds: z.array(Id).min(1).max(50),
      message: words(2000).trim().default(''),
      dueOn: Day.nullable().default(null),
      following: z.boolean().default(false),
    }),
    answer: Done,
  },
  [`DELETE ${trackPath}/versions/:versionId/reviewers/:reviewerId` as const]: {
    access: 'approval.ask',
    summary: 'Stop asking somebody to approve a version',
    answer: Done,
  },
  [`GET ${trackPath}/decisions` as const]: {
    access: 'approval.view',
    guests: 'approve',
    summary: 'The caller’s own decisions about a track, the last first',
    answer: z.object({ items: z.array(ApprovalDecision), nextCursor: z.null() }),
  },
  [`POST ${trackPath}/decisions` as const]: {
    access: 'approval.decide',
    guests: 'approve',
    summary: 'Approve a version or ask for changes. With words, asking for changes also leaves a note at fromSeconds',
    body: z.object({
      versionId: Id,
      decision: z.enum(approvalDecisions),
      body: words(10_000).trim().default(''),
      fromSeconds: z.number().nonnegative().max(360_000).default(0),
    }),
    answer: ApprovalDecision,
  },
  'POST /api/projects/:projectId/decisions': {
    access: 'approval.decide',
    guests: 'approve',
    summary: 'Approve versions of several tracks together: all of them, or none; the people concerned are told once',
    body: z.object({
      versions: z
        .array(z.object({ trackId: Id, versionId: Id }))
        .min(1)
        .max(MOST_TRACKS_AT_ONCE),
    }),
    answer: z.object({ items: z.array(ApprovalDecision), nextCursor: z.null() }),
  },
  [`DELETE ${trackPath}/decisions/:decisionId` as const]: {
    access: 'approval.decide',
    guests: 'approve',
    summary: 'Undo one’s own decision, within a minute, with the note that its words left',
    answer: Done,
  },
  [`GET ${trackPath}/decisions/:decisionId/verification` as const]: {
    access: 'approval.view',
    summary: 'Compare the stored file’s SHA-256 with the one in the decision',
    answer: Verification,
  },
})

export const approvalErrors = refusals({
  'approval.reviewer': [400, 'Only people in this project who can comment can be asked to approve.'],
  'approval.nobody': [404, 'No one has been asked to approve this.'],
  'approval.settled': [409, 'It is too late to undo this. Answer again instead.'],
})
