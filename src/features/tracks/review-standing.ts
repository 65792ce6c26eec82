import type { TrackStatus } from './track-statuses.ts'

/** A request to approve a version. `seq` numbers requests and decisions of a track together. */
export interface ReviewAsk {
  readonly seq: number
  readonly versionNumber: number
  /** Also covers later versions. */
  readonly following: boolean
  readonly reviewerId: string
  readonly reviewerName: string
  readonly cancelledAt: number | null
}

/** A decision about a version. */
export interface ReviewDecision {
  readonly seq: number
  readonly versionNumber: number
  readonly authorId: string
  readonly authorName: string
  readonly decision: 'approved' | 'changes'
}

export const reviewStates = ['pending', 'approved', 'changes', 'cancelled'] as const
export type ReviewState = (typeof reviewStates)[number]

/** One person's review of one version. */
export interface Review<A extends ReviewAsk = ReviewAsk, D extends ReviewDecision = ReviewDecision> {
  readonly reviewerId: string
  readonly name: string
  readonly state: ReviewState
  /** Undefined if the person was not asked. */
  readonly ask: A | undefined
  /** The latest decision about this version. */
  readonly decision: D | undefined
  /** The latest decision about an earlier version. */
  readonly earlier: D | undefined
}

/**
 * All reviews of a version: people who were asked, in the order of the requests, then those who decided unasked. The
 * last decision about the version counts, unless the person was asked again since. Requests to people who have left do
 * not count.
 */
export function reviewsOf<A extends ReviewAsk, D extends ReviewDecision>(
  versionNumber: number,
  asks: readonly A[],
  decisions: readonly D[],
  isHere: (userId: string) => boolean,
): readonly Review<A, D>[] {
  const covering = asks
    .filter((ask) => ask.versionNumber === versionNumber || (ask.following && ask.versionNumber < versionNumber))
    .toSorted(inOrder)
  const about = decisions.filter((one) => one.versionNumber === versionNumber).toSorted(inOrder)
  const people = new Set([...covering.map((ask) => ask.reviewerId), ...about.map((one) => one.authorId)])
  return [...people].flatMap((reviewerId): readonly Review<A, D>[] => {
    const theirs = covering.filter((ask) => ask.reviewerId === reviewerId)
    const standing = theirs.findLast((ask) => ask.cancelledAt === null)
    const ask = standing ?? theirs.findLast((one) => one.versionNumber === versionNumber)
    const decision = about.findLast((one) => one.authorId === reviewerId)
    const earlier = decisions
      .filter((one) => one.authorId === reviewerId && one.versionNumber < versionNumber)
      .toSorted(inOrder)
      .at(-1)
    const waits = standing !== undefined && isHere(reviewerId) && standing.seq > (decision?.seq ?? 0)
    const state = waits ? 'pending' : (decision?.decision ?? (ask && 'cancelled'))
    return state === undefined
      ? []
      : [{ reviewerId, name: decision?.authorName ?? ask?.reviewerName ?? '', state, ask, decision, earlier }]
  })
}

/** An approval that nobody asked for, by somebody from outside the project, is on record but settles nothing. */
export function countsForStatus({ state, ask, reviewerId }: Review, people: readonly string[]): boolean {
  return state !== 'approved' || ask !== undefined || people.includes(reviewerId)
}

/**
 * A track's status after a change around its current version. A final lock overrides all decisions; a request for
 * changes outweighs approvals; approved means that nobody's approval is pending. For a version without decisions and
 * requests the status is reset if the previous version was judged; otherwise the status an editor set is kept.
 */
export function statusAfter(before: TrackStatus, states: readonly ReviewState[]): TrackStatus {
  if (before === 'final') return 'final'
  if (states.includes('changes')) return 'changes-requested'
  if (states.includes('pending')) return 'in-review'
  if (states.includes('approved')) return 'approved'
  return before === 'approved' || before === 'changes-requested' ? 'in-review' : before
}

function inOrder(a: { readonly seq: number }, b: { readonly seq: number }): number {
  return a.seq - b.seq
}
