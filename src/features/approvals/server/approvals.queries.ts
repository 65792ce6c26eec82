import type { Selectable } from 'kysely'
import { addNote } from '#features/notes/server/notes.queries.ts'
import { listProjectPeople } from '#features/projects/server/project-people.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import { settleStatus } from '#features/tracks/server/track-status.queries.ts'
import { findCurrentVersion, refuseFinal, type VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import type { Seconds } from '#shared/units.ts'
import { type ApprovalDecision, approvalErrors } from '../approvals.contract.ts'
import { type ApprovalVerdict, canBeAsked } from '../approvals.policy.ts'
import { decisionOf } from './approval-list.queries.ts'
import type { ApprovalDecisionTable } from './approvals.tables.ts'

interface NewAsk {
  readonly reviewerIds: readonly string[]
  readonly message: string
  readonly dueOn: string | null
  readonly following: boolean
}

/** Who is asked anew is waited for anew, whatever they said of the version before. */
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

/** Of a version, and so of those that follow it where that was asked. */
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
  /** Where the note of who asks for changes stands. */
  readonly fromSeconds: Seconds
}

/**
 * Goes on record as it is now: who, by what name, of which file. The last word of a person counts; those before stay.
 */
export async function decide(
  scope: VersionScope,
  { decision, body, fromSeconds }: NewDecision,
): Promise<ApprovalDecision> {
  const { db, projectId, track, version, actor, newId, now, share } = scope
  await touchProject(scope)
  // On record for good: that it was a guest belongs to the name.
  const authorName = share?.guestId === actor.userId ? `${actor.name} (guest)` : actor.name
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
  )
  return decisionOf(row)
}

/** What concerns an earlier version alone moves nothing. */
async function settle(scope: VersionScope, alsoLater: boolean): Promise<void> {
  if (alsoLater || (await findCurrentVersion(scope))?.id === scope.version.id) await settleStatus(scope, scope.track.id)
}

/** Asks and decisions of a track are counted together. The caller holds the project's row, so nobody else counts. */
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

/** Every open ask of a person that is about this version. Returns how many there were. */
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

/** To the project, and to those it concerns where they are. */
async function tell(
  scope: VersionScope & ProjectScope,
  kind: ProjectEventKind,
  concerned: readonly string[],
): Promise<void> {
  const refs = { projectId: scope.projectId, trackId: scope.track.id, versionId: scope.version.id }
  await emit(scope, `project:${scope.projectId}`, kind, refs)
  // Not those who have left. In one order everywhere: two changes that lock streams in turn would wait for each other.
  for (const userId of await peopleIn(scope.db, scope.projectId))
    if (concerned.includes(userId)) await emit(scope, `user:${userId}`, kind, refs)
}
