import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { reviewsOf, statusAfter, type Review } from '../review-standing.ts'
import { findCurrentVersion, openTrack } from './tracks.scope.ts'

/** How people stand to a version of the track. */
async function readReviews({ db, projectId }: ProjectScope, trackId: string, versionNumber: number): Promise<readonly Review[]> {
  const asks = await db.selectFrom('approval_asks').select(['seq', 'version_number', 'following', 'reviewer_id', 'reviewer_name', 'cancelled_at']).where('track_id', '=', trackId).execute()
  const decisions = await db.selectFrom('approval_decisions').select(['seq', 'version_number', 'author_id', 'author_name', 'decision']).where('track_id', '=', trackId).execute()
  const people = new Set(await peopleIn(db, projectId))
  return reviewsOf(
    versionNumber,
    asks.map((row) => ({ seq: row.seq, versionNumber: row.version_number, following: row.following === 1, reviewerId: row.reviewer_id, reviewerName: row.reviewer_name, cancelledAt: row.cancelled_at })),
    decisions.map((row) => ({ seq: row.seq, versionNumber: row.version_number, authorId: row.author_id, authorName: row.author_name, decision: row.decision })),
    (userId) => people.has(userId),
  )
}

/** Moves a track's status on, for what was said of its current version. The caller holds the project's row. */
export async function settleStatus(scope: ProjectScope, trackId: string): Promise<void> {
  const opened = await openTrack(scope, trackId)
  const current = await findCurrentVersion(opened)
  const reviews = current ? await readReviews(scope, trackId, current.number) : []
  const status = statusAfter(opened.track.status, reviews.map(({ state }) => state))
  if (status !== opened.track.status) await scope.db.updateTable('tracks').set({ status }).where('id', '=', trackId).execute()
}

/** The same around a change that may make another version the current one; where it does not, an editor's word stays. */
export async function settleWhenMoved(scope: ProjectScope, trackId: string, work: () => Promise<unknown>): Promise<void> {
  const currentId = async () => (await findCurrentVersion(await openTrack(scope, trackId)))?.id
  const before = await currentId()
  await work()
  if ((await currentId()) !== before) await settleStatus(scope, trackId)
}

/** A version has come: those who are to approve it hear of it where they are. */
export async function askForNewVersion(scope: ProjectScope, { trackId, versionId, number }: { readonly trackId: string; readonly versionId: string; readonly number: number }): Promise<void> {
  const reviews = await readReviews(scope, trackId, number)
  const waiting = reviews.filter(({ state }) => state === 'pending').map(({ reviewerId }) => reviewerId)
  // In one order everywhere: two changes that lock streams in turn would wait for each other.
  for (const userId of waiting.toSorted()) await emit(scope, `user:${userId}`, 'approval.asked', { projectId: scope.projectId, trackId, versionId })
}
