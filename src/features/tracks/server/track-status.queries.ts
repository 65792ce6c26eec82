import { emit } from '#server/events/events.queries.ts'
import { change, serverScope, type ProjectScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { reviewsOf, statusAfter, type Review } from '../review-standing.ts'
import { findCurrentVersion, openTrack } from './tracks.scope.ts'

/** How people stand to a version of the track, with these in the project. */
async function readReviews(
  { db }: Pick<ProjectScope, 'db'>,
  trackId: string,
  versionNumber: number,
  people: readonly string[],
): Promise<readonly Review[]> {
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
  const here = new Set(people)
  return reviewsOf(
    versionNumber,
    asks.map((row) => ({
      seq: row.seq,
      versionNumber: row.version_number,
      following: row.following === 1,
      reviewerId: row.reviewer_id,
      reviewerName: row.reviewer_name,
      cancelledAt: row.cancelled_at,
    })),
    decisions.map((row) => ({
      seq: row.seq,
      versionNumber: row.version_number,
      authorId: row.author_id,
      authorName: row.author_name,
      decision: row.decision,
    })),
    (userId) => here.has(userId),
  )
}

/** Moves a track's status on, for what was said of its current version. The caller holds the project's row. */
export async function settleStatus(scope: ProjectScope, trackId: string): Promise<void> {
  const opened = await openTrack(scope, trackId)
  const current = await findCurrentVersion(opened)
  const reviews = current
    ? await readReviews(scope, trackId, current.number, await peopleIn(scope.db, scope.projectId))
    : []
  const status = statusAfter(
    opened.track.status,
    reviews.map(({ state }) => state),
  )
  if (status !== opened.track.status)
    await scope.db.updateTable('tracks').set({ status }).where('id', '=', trackId).execute()
}

/**
 * Somebody has left a project or come back: the tracks that wait for them, or waited, stand anew. On the others an
 * editor's word stays. The caller holds the project's row.
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

/** In every project at once, for an account that is gone or an organization that was left. */
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

/**
 * The same around a change that may make another version the current one; where it does not, an editor's word stays.
 */
export async function settleWhenMoved(
  scope: ProjectScope,
  trackId: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const currentId = async () => (await findCurrentVersion(await openTrack(scope, trackId)))?.id
  const before = await currentId()
  await work()
  if ((await currentId()) !== before) await settleStatus(scope, trackId)
}

/** A version has come: those who are to approve it hear of it where they are. */
export async function askForNewVersion(
  scope: ProjectScope,
  { trackId, versionId, number }: { readonly trackId: string; readonly versionId: string; readonly number: number },
): Promise<void> {
  const reviews = await readReviews(scope, trackId, number, await peopleIn(scope.db, scope.projectId))
  const waiting = reviews.filter(({ state }) => state === 'pending').map(({ reviewerId }) => reviewerId)
  // In one order everywhere: two changes that lock streams in turn would wait for each other.
  for (const userId of waiting.toSorted())
    await emit(scope, `user:${userId}`, 'approval.asked', { projectId: scope.projectId, trackId, versionId })
}
