import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { countsForStatus, reviewsOf, statusAfter, type Review } from '../review-standing.ts'
import { reviewRecords } from './track-hooks.ts'
import { findCurrentVersion, openTrack } from './tracks.scope.ts'

/** Approvals of a version of the track, from the people in the project. */
export async function readReviews(
  { db }: Pick<ProjectScope, 'db'>,
  trackId: string,
  versionNumber: number,
  people: readonly string[],
): Promise<readonly Review[]> {
  const records = await reviewRecords.ask(db, trackId)
  const here = new Set(people)
  return reviewsOf(
    versionNumber,
    records.flatMap(({ asks }) => asks),
    records.flatMap(({ decisions }) => decisions),
    (userId) => here.has(userId),
  )
}

/** Updates a track's status from the decisions about its current version. The caller holds the project's row lock. */
export async function settleStatus(scope: ProjectScope, trackId: string): Promise<void> {
  const opened = await openTrack(scope, trackId)
  const current = await findCurrentVersion(opened)
  const people = await peopleIn(scope.db, scope.projectId)
  const reviews = current ? await readReviews(scope, trackId, current.number, people) : []
  const status = statusAfter(
    opened.track.status,
    reviews.filter((review) => countsForStatus(review, people)).map(({ state }) => state),
  )
  if (status !== opened.track.status)
    await scope.db.updateTable('tracks').set({ status }).where('id', '=', trackId).execute()
}

/** Wraps a change that may change the current version; if it does not, the status an editor set is kept. */
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

/** Notifies reviewers of a new version on their own streams. */
export async function askForNewVersion(
  scope: ProjectScope,
  { trackId, versionId, number }: { readonly trackId: string; readonly versionId: string; readonly number: number },
): Promise<void> {
  const reviews = await readReviews(scope, trackId, number, await peopleIn(scope.db, scope.projectId))
  const waiting = reviews.filter(({ state }) => state === 'pending').map(({ reviewerId }) => reviewerId)
  // Locked in one order everywhere, to avoid deadlocks.
  for (const userId of waiting.toSorted())
    await emit(scope, `user:${userId}`, 'approval.asked', { projectId: scope.projectId, trackId, versionId })
}
