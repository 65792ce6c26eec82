import type { TrackStatus } from './track-statuses.ts'

/** Somebody was asked to approve a version. `seq` counts asks and decisions of a track in the order they came. */
export interface ReviewAsk {
  readonly seq: number
  readonly versionNumber: number
  /** Also for the versions that come after it. */
  readonly following: boolean
  readonly reviewerId: string
  readonly reviewerName: string
  readonly cancelledAt: number | null
}

/** Somebody said what they think of a version. */
export interface ReviewDecision {
  readonly seq: number
  readonly versionNumber: number
  readonly authorId: string
  readonly authorName: string
  readonly decision: 'approved' | 'changes'
}

export const reviewStates = ['pending', 'approved', 'changes', 'cancelled'] as const
export type ReviewState = (typeof reviewStates)[number]

/** How one person stands to one version. */
export interface Review<A extends ReviewAsk = ReviewAsk, D extends ReviewDecision = ReviewDecision> {
  readonly reviewerId: string
  readonly name: string
  readonly state: ReviewState
  /** Undefined for who spoke without being asked. */
  readonly ask: A | undefined
  /** What was said of this very version, last. */
  readonly decision: D | undefined
  /** What was last said of a version before it. */
  readonly earlier: D | undefined
}

/**
 * Everybody's standing to a version: who was asked in the order of asking, then who spoke unasked. The last decision on
 * the version counts, unless the person was asked again since. Nobody waits for who has left.
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
  const said = decisions.filter((one) => one.versionNumber === versionNumber).toSorted(inOrder)
  const people = new Set([...covering.map((ask) => ask.reviewerId), ...said.map((one) => one.authorId)])
  return [...people].flatMap((reviewerId): readonly Review<A, D>[] => {
    const theirs = covering.filter((ask) => ask.reviewerId === reviewerId)
    const standing = theirs.findLast((ask) => ask.cancelledAt === null)
    const ask = standing ?? theirs.findLast((one) => one.versionNumber === versionNumber)
    const decision = said.findLast((one) => one.authorId === reviewerId)
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

/**
 * Where a track stands after something happened around its current version. A lock holds whatever is said; one who asks
 * for changes outweighs the rest; approved is what nobody is waited for on. A version of which nobody has spoken and
 * that nobody was asked about is to be heard anew where the one before it was judged; otherwise an editor's word stays.
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
