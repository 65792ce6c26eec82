import type { Selectable } from 'kysely'
import { addNote, deleteNote } from '#features/notes/server/notes.queries.ts'
import { openNote } from '#features/notes/server/notes.scope.ts'
import { listProjectPeople } from '#features/projects/server/project-people.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import { settleStatus } from '#features/tracks/server/track-status.queries.ts'
import {
  findCurrentVersion,
  openVersion,
  refuseFinal,
  type TrackScope,
  type VersionScope,
} from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Seconds } from '#shared/units.ts'
import { markedGuest } from '#shared/guest-name.ts'
import { type ApprovalDecision, approvalErrors } from '../approvals.contract.ts'
import { type ApprovalVerdict, canBeAsked, UNDO_GRACE_MS, UNDO_MS } from '../approvals.policy.ts'
import { decisionOf } from './approval-list.queries.ts'
import type { ApprovalDecisionTable } from './approvals.tables.ts'

interface NewAsk {
  readonly reviewerIds: readonly string[]
  readonly message: string
  readonly dueOn: string | null
  readonly following: boolean
}

/** Requests approval again, whatever the person decided about an earlier version. */
export async function askForApproval(
  scope: VersionScope,
  { reviewerIds, message, dueOn, following }: NewAsk,
): Promise<typeof done> {
  const { db, projectId, track, version, actor, newId, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  const { items: people } = await listProjectPeople(scope, { limit: 10_000 })
  const reviewers = [...new Set(reviewerIds)].map((id) =>
    people.find(({ person, role }) => person.id === id && canBeAsked(role)),
  )
  const first = await nextSeq(scope)
  const at = now()
  for (const [index, reviewer] of reviewers.entries()) {
    if (!reviewer) throw approvalErrors['approval.reviewer']()
    const { id, name } = reviewer.person
    await cancel(scope, id)
    await db
      .insertInto('approval_asks')
      .values({
        id: newId(),
        project_id: projectId,
        track_id: track.id,
        version_id: version.id,
        version_number: version.number,
        seq: first + index,
        reviewer_id: id,
        reviewer_name: name,
        asked_by: actor.userId,
        asked_by_name: actor.name,
        message,
        due_on: dueOn,
        following: following ? 1 : 0,
        created_at: at,
        cancelled_at: null,
      })
      .execute()
  }
  await settle(scope, following)
  await tell(scope, 'approval.asked', reviewerIds)
  return done
}

/** Cancels the request for this version, and for following versions if it covers those. */
export async function cancelAsk(scope: VersionScope, reviewerId: string): Promise<typeof done> {
  await touchProject(scope)
  if ((await cancel(scope, reviewerId)) === 0) throw approvalErrors['approval.nobody']()
  await settle(scope, true)
  await tell(scope, 'approval.cancelled', [reviewerId])
  return done
}

interface NewDecision {
  readonly decision: ApprovalVerdict
  readonly body: string
  /** The position of the note with the requested changes. */
  readonly fromSeconds: Seconds
  /** The same for all that are decided together. */
  readonly togetherId?: string
}

/**
 * Records a decision permanently with the person's name and the file's hash. A person's latest decision counts; earlier
 * ones are kept.
 */
export async function decide(
  scope: VersionScope,
  { decision, body, fromSeconds, togetherId }: NewDecision,
): Promise<ApprovalDecision> {
  const { db, projectId, track, version, actor, newId, now, share } = scope
  await touchProject(scope)
  // The record is permanent, so the name says that this was a guest.
  const authorName = share?.guestId === actor.userId ? markedGuest(actor.name) : actor.name
  const note =
    decision === 'changes' && body !== ''
      ? await addNote(scope, {
          fromSeconds: Math.min(fromSeconds, version.duration_seconds ?? fromSeconds),
          toSeconds: null,
          body,
        })
      : null
  const row: Selectable<ApprovalDecisionTable> = {
    id: newId(),
    project_id: projectId,
    track_id: track.id,
    track_title: track.title,
    version_id: version.id,
    version_number: version.number,
    seq: await nextSeq(scope),
    author_id: actor.userId,
    author_name: authorName,
    decision,
    body,
    note_id: note?.id ?? null,
    file_name: version.file_name,
    size_bytes: version.size_bytes,
    sha256: version.sha256,
    created_at: now(),
  }
  await db.insertInto('approval_decisions').values(row).execute()
  await settle(scope, false)
  const askers = await db
    .selectFrom('approval_asks')
    .select('asked_by')
    .distinct()
    .where('track_id', '=', track.id)
    .where('cancelled_at', 'is', null)
    .execute()
  await tell(
    scope,
    decision === 'approved' ? 'approval.approved' : 'approval.changes_asked',
    askers.map((ask) => ask.asked_by),
    togetherId === undefined ? {} : { togetherId },
  )
  return decisionOf(row)
}

/** Approves versions of several tracks. Each is a decision of its own; the inbox tells of them in one line. */
export async function approveTogether(
  scope: ProjectScope,
  versions: readonly { readonly trackId: string; readonly versionId: string }[],
): Promise<{ items: ApprovalDecision[]; nextCursor: null }> {
  const togetherId = scope.newId()
  const items: ApprovalDecision[] = []
  for (const [trackId, { versionId }] of new Map(versions.map((one) => [one.trackId, one])))
    items.push(
      await decide(await openVersion(scope, trackId, versionId), {
        decision: 'approved',
        body: '',
        fromSeconds: 0,
        ...(versions.length > 1 && { togetherId }),
      }),
    )
  return { items, nextCursor: null }
}

/**
 * Takes back one's own decision while its screen offers Undo. Afterwards it is a record that never changes. A note that
 * somebody has answered stays.
 */
export async function undoDecision(scope: TrackScope, decisionId: string): Promise<typeof done> {
  const { db, actor, track, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  const row = await db
    .selectFrom('approval_decisions')
    .select(['id', 'version_id', 'note_id', 'created_at'])
    .where('id', '=', decisionId)
    .where('track_id', '=', track.id)
    .where('author_id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  if (now() - row.created_at > UNDO_MS + UNDO_GRACE_MS) throw approvalErrors['approval.settled']()
  const opened = await openVersion(scope, track.id, row.version_id)
  await db.deleteFrom('approval_decisions').where('id', '=', row.id).execute()
  if (row.note_id !== null) await takeBackNote(opened, row.note_id)
  await settle(opened, false)
  await tell(opened, 'approval.undone', [])
  return done
}

async function takeBackNote(scope: VersionScope, noteId: string): Promise<void> {
  const answer = await scope.db
    .selectFrom('notes')
    .select('id')
    .where('parent_id', '=', noteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!answer) await deleteNote(await openNote(scope, noteId))
}

/** Decisions about an earlier version do not change the track's status. */
async function settle(scope: VersionScope, alsoLater: boolean): Promise<void> {
  if (alsoLater || (await findCurrentVersion(scope))?.id === scope.version.id) await settleStatus(scope, scope.track.id)
}

/**
 * Requests and decisions of a track share one sequence. The caller holds the project's row lock, so no other
 * transaction counts.
 */
async function nextSeq({ db, track }: VersionScope): Promise<number> {
  const last = async (table: 'approval_asks' | 'approval_decisions') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('track_id', '=', track.id)
        .executeTakeFirst()
    )?.seq ?? 0
  return Math.max(await last('approval_asks'), await last('approval_decisions')) + 1
}

/** Cancels the person's open requests that cover this version. Returns how many there were. */
async function cancel({ db, track, version, now }: VersionScope, reviewerId: string): Promise<number> {
  const result = await db
    .updateTable('approval_asks')
    .set({ cancelled_at: now() })
    .where('track_id', '=', track.id)
    .where('reviewer_id', '=', reviewerId)
    .where('cancelled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('version_number', '=', version.number),
        eb.and([eb('following', '=', 1), eb('version_number', '<', version.number)]),
      ]),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Emits to the project and to the streams of the people concerned. */
async function tell(
  scope: VersionScope & ProjectScope,
  kind: ProjectEventKind,
  concerned: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const refs = { projectId: scope.projectId, trackId: scope.track.id, versionId: scope.version.id, ...more }
  await emit(scope, `project:${scope.projectId}`, kind, refs)
  // Without people who have left. Locked in one order everywhere, to avoid deadlocks.
  for (const userId of await peopleIn(scope.db, scope.projectId))
    if (concerned.includes(userId)) await emit(scope, `user:${userId}`, kind, refs)
}
