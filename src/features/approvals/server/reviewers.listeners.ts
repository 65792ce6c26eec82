import { lockProject } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { statusAfter, type ReviewAsk, type ReviewDecision } from '#features/tracks/review-standing.ts'
import { readReviews } from '#features/tracks/server/track-status.queries.ts'
import { findCurrentVersion } from '#features/tracks/server/tracks.scope.ts'
import type { Db } from '#server/db/open-database.ts'
import { change, serverScope, type ProjectScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

/** Requests and decisions about a track's versions. */
export async function readReviewRecords(
  db: Db,
  trackId: string,
): Promise<{ readonly asks: readonly ReviewAsk[]; readonly decisions: readonly ReviewDecision[] }> {
  const asks = await db
    .selectFrom('approval_asks')
    .select(['seq', 'version_number', 'following', 'reviewer_id', 'reviewer_name', 'cancelled_at'])
    .where('track_id', '=', trackId)
    .execute()
  const decisions = await db
    .selectFrom('approval_decisions')
    .select(['seq', 'version_number', 'author_id', 'author_name', 'decision'])
    .where('track_id', '=', trackId)
    .execute()
  return {
    asks: asks.map((row) => ({
      seq: row.seq,
      versionNumber: row.version_number,
      following: row.following === 1,
      reviewerId: row.reviewer_id,
      reviewerName: row.reviewer_name,
      cancelledAt: row.cancelled_at,
    })),
    decisions: decisions.map((row) => ({
      seq: row.seq,
      versionNumber: row.version_number,
      authorId: row.author_id,
      authorName: row.author_name,
      decision: row.decision,
    })),
  }
}

/**
 * Updates the status of tracks that wait, or waited, for a member who left or returned. Other tracks keep the status an
 * editor set. The caller holds the project's row lock.
 */
export async function settleReviewer(
  { db }: Pick<ProjectScope, 'db'>,
  projectId: string,
  userId: string,
): Promise<void> {
  const tracks = await db
    .selectFrom('tracks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where(
      'id',
      'in',
      db
        .selectFrom('approval_asks')
        .select('track_id')
        .where('reviewer_id', '=', userId)
        .where('cancelled_at', 'is', null),
    )
    .orderBy('id')
    .execute()
  if (tracks.length === 0) return
  const people = await peopleIn(db, projectId)
  const others = people.filter((id) => id !== userId)
  for (const track of tracks) {
    const current = await findCurrentVersion({ db, track })
    if (!current) continue
    const isWaitedFor = (await readReviews({ db }, track.id, current.number, [...others, userId])).some(
      ({ reviewerId, state }) => reviewerId === userId && state === 'pending',
    )
    if (!isWaitedFor) continue
    const reviews = await readReviews({ db }, track.id, current.number, people)
    const status = statusAfter(
      track.status,
      reviews.map(({ state }) => state),
    )
    if (status !== track.status) await db.updateTable('tracks').set({ status }).where('id', '=', track.id).execute()
  }
}

/** For all projects, after an account was deleted or an organization left. */
export async function settleReviewerEverywhere(services: Services, userId: string): Promise<void> {
  const asked = await services.database.db
    .selectFrom('approval_asks')
    .innerJoin('tracks', 'tracks.id', 'approval_asks.track_id')
    .select('tracks.project_id')
    .distinct()
    .where('reviewer_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .orderBy('tracks.project_id')
    .execute()
  for (const { project_id: projectId } of asked) {
    await change(serverScope(services), async (scope) => {
      await lockProject(scope.db, projectId)
      if (!(await peopleIn(scope.db, projectId)).includes(userId)) await settleReviewer(scope, projectId, userId)
    })
  }
}
