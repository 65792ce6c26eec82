import type { Selectable } from 'kysely'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { leadsIn, peopleIn, waysIn } from '#features/projects/server/project-rights.ts'
import { reviewsOf, type Review } from '#features/tracks/review-standing.ts'
import { currentAmong, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import type { ApprovalAsk, ApprovalDecision, TrackApprovals, TrackReviews } from '../approvals.contract.ts'
import type { ApprovalAskTable, ApprovalDecisionTable } from './approvals.tables.ts'

type Reviewed = Review<ApprovalAsk, ApprovalDecision>

/** All approval requests and decisions of a track. */
export async function readTrackApprovals({ db, projectId, track }: TrackScope): Promise<TrackApprovals> {
  const asks = (
    await db.selectFrom('approval_asks').selectAll().where('track_id', '=', track.id).orderBy('seq').execute()
  ).map(askOf)
  const decisions = (
    await db.selectFrom('approval_decisions').selectAll().where('track_id', '=', track.id).orderBy('seq').execute()
  ).map(decisionOf)
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'number'])
    .where('track_id', '=', track.id)
    .where('deleted_at', 'is', null)
    .orderBy('sequence', 'desc')
    .execute()
  const people = new Set(await peopleIn(db, projectId))
  return {
    versions: versions.map(({ id, number }) => ({
      versionId: id,
      reviews: reviewsOf(number, asks, decisions, (userId) => people.has(userId)).map(
        ({ ask, decision, earlier, ...review }) => ({
          ...review,
          ask: ask ?? null,
          decision: decision ?? null,
          earlier: earlier ?? null,
        }),
      ),
    })),
    asks,
    decisions,
  }
}

/** The guest's own decisions; they do not see others'. */
export async function listOwnDecisions({
  db,
  track,
  actor,
}: TrackScope): Promise<{ items: ApprovalDecision[]; nextCursor: null }> {
  const rows = await db
    .selectFrom('approval_decisions')
    .selectAll()
    .where('track_id', '=', track.id)
    .where('author_id', '=', actor.userId)
    .orderBy('seq', 'desc')
    .execute()
  return { items: rows.map(decisionOf), nextCursor: null }
}

/** The project's tracks with requests or decisions. */
export async function listTrackReviews({
  db,
  projectId,
}: ProjectScope): Promise<{ items: TrackReviews[]; nextCursor: null }> {
  return { items: await reviewsIn(db, [projectId]), nextCursor: null }
}

/** Open requests to the user in all projects that are neither archived nor in the trash. */
export async function listWaiting({ db, actor }: UserScope): Promise<{ items: TrackReviews[]; nextCursor: null }> {
  const projects = await waysIn(db, actor.userId)
    .select('projects.id')
    .where(leadsIn)
    .where('projects.deleted_at', 'is', null)
    .where('projects.archived_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('approval_asks')
          .select('approval_asks.id')
          .whereRef('approval_asks.project_id', '=', 'projects.id')
          .where('approval_asks.cancelled_at', 'is', null),
      ),
    )
    .orderBy('projects.id')
    .execute()
  const items = await reviewsIn(
    db,
    projects.map(({ id }) => id),
  )
  return { items: items.filter(({ reviews }) => reviews.some(({ state }) => state === 'pending')), nextCursor: null }
}

/** A fixed number of reads for all projects, plus one per project for its members. */
async function reviewsIn(db: ProjectScope['db'], projectIds: readonly string[]): Promise<TrackReviews[]> {
  const ids = ['', ...projectIds]
  const asks = Map.groupBy(
    await db.selectFrom('approval_asks').selectAll().where('project_id', 'in', ids).orderBy('seq').execute(),
    (row) => row.track_id,
  )
  const decisions = Map.groupBy(
    await db.selectFrom('approval_decisions').selectAll().where('project_id', 'in', ids).orderBy('seq').execute(),
    (row) => row.track_id,
  )
  const spoken = ['', ...asks.keys(), ...decisions.keys()]
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'project_id', 'final_version_id', 'current_version_id'])
    .where('id', 'in', spoken)
    .where('project_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .orderBy('project_id')
    .orderBy('position')
    .execute()
  const versions = Map.groupBy(
    await db
      .selectFrom('versions')
      .select(['id', 'track_id', 'number', 'from_guest'])
      .where('track_id', 'in', spoken)
      .where('deleted_at', 'is', null)
      .orderBy('sequence', 'desc')
      .execute(),
    (row) => row.track_id,
  )
  const people = new Map<string, ReadonlySet<string>>()
  for (const projectId of new Set(tracks.map((track) => track.project_id)))
    people.set(projectId, new Set(await peopleIn(db, projectId)))
  return tracks.flatMap((track): TrackReviews[] => {
    const current = currentAmong(track, versions.get(track.id) ?? [])
    if (!current) return []
    const reviews = reviewsOf(
      current.number,
      (asks.get(track.id) ?? []).map(askOf),
      (decisions.get(track.id) ?? []).map(decisionOf),
      (userId) => people.get(track.project_id)?.has(userId) ?? false,
    )
    return reviews.length === 0
      ? []
      : [{ projectId: track.project_id, trackId: track.id, versionId: current.id, reviews: reviews.map(shortOf) }]
  })
}

function shortOf({ reviewerId, name, state, ask }: Reviewed): TrackReviews['reviews'][number] {
  return { reviewerId, name, state, dueOn: ask?.dueOn ?? null, isAsked: ask !== undefined }
}

function askOf(row: Selectable<ApprovalAskTable>): ApprovalAsk {
  return {
    id: row.id,
    versionId: row.version_id,
    versionNumber: row.version_number,
    seq: row.seq,
    reviewerId: row.reviewer_id,
    reviewerName: row.reviewer_name,
    askedBy: row.asked_by,
    askedByName: row.asked_by_name,
    message: row.message,
    dueOn: row.due_on,
    following: row.following === 1,
    createdAt: row.created_at,
    cancelledAt: row.cancelled_at,
  }
}

export function decisionOf(row: Selectable<ApprovalDecisionTable>): ApprovalDecision {
  return {
    id: row.id,
    trackTitle: row.track_title,
    versionId: row.version_id,
    versionNumber: row.version_number,
    seq: row.seq,
    authorId: row.author_id,
    authorName: row.author_name,
    decision: row.decision,
    body: row.body,
    noteId: row.note_id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    createdAt: row.created_at,
  }
}
