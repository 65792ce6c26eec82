import type { Selectable } from 'kysely'
import { ANALYSIS_VERSION } from '#audio/analysis-version.ts'
import { withTargets } from '#audio/delivery-targets.ts'
import type { DeliveryTargets } from '#audio/delivery-targets.ts'
import { refused, refuseUnseen } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { emit } from '#server/events/events.queries.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import type { ProjectScope } from '#server/scope.ts'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { readProject, touchProject } from '#features/projects/server/projects.queries.ts'
import type { TrackVersion, VersionChange } from '../../tracks.contract.ts'
import { askForNewVersion, settleWhenMoved } from '../track-status.queries.ts'
import { addTrack } from '../tracks.queries.ts'
import { openTrack, openVersion, refuseFinal, type TrackScope, type VersionScope } from '../tracks.scope.ts'
import type { VersionTable } from '../tracks.tables.ts'
import { parsedReport } from './version-report.ts'
import { readChanges, withTaskNumbers, writeChangelog } from './version-changes.queries.ts'
import { versionAdded, type StartAnswer } from './version-hooks.ts'
import { analyseVersion, analysisKey } from './version-analysis.kind.ts'

export interface NewVersion {
  readonly trackId: string
  /** Creates the track with this title if it does not exist. */
  readonly newTrackTitle: string | null
  readonly versionId: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly storageKey: string
  readonly changelog: string
  /** When its upload began; default now. */
  readonly begunAt?: Instant
  /** The uploader's answer about the version plan. */
  readonly answer?: StartAnswer | null
  /** Nobody is told that it is ready. */
  readonly isQuiet?: boolean
}

/** Makes a stored file the next version of a track and queues its analysis, in the caller's transaction. */
export async function addVersion(
  scope: ProjectScope,
  file: NewVersion,
): Promise<{ versionId: string; trackId: string; number: number }> {
  const { db, projectId, actor, now } = scope
  const { trackId } = file
  if (file.newTrackTitle === null) await openTrack(scope, trackId)
  else await addTrack(scope, { title: file.newTrackTitle, id: trackId })
  const at = now()
  const { number, sequence } = await nextPlace(scope, trackId)
  // The track may have become final during the upload.
  await refuseFinal(await openTrack(scope, trackId))
  await settleWhenMoved(scope, trackId, () =>
    db
      .insertInto('versions')
      .values({
        id: file.versionId,
        project_id: projectId,
        track_id: trackId,
        number,
        sequence,
        label: '',
        changelog: file.changelog,
        uploaded_by: actor.userId,
        from_guest: scope.share?.guestId ?? null,
        file_name: file.fileName,
        size_bytes: file.sizeBytes,
        sha256: file.sha256,
        storage_key: file.storageKey,
        state: 'checking',
        verdict: null,
        verdict_detail: null,
        report: null,
        duration_seconds: null,
        created_at: at,
        deleted_at: null,
        restored_from: null,
        is_quiet: file.isQuiet ? 1 : 0,
      })
      .execute(),
  )
  await enqueue(scope, analyseVersion, { versionId: file.versionId }, { key: analysisKey(file.versionId), projectId })
  await emit(scope, `project:${projectId}`, 'version.added', { projectId, trackId, versionId: file.versionId })
  // A guest's proposal needs no approval yet, and does not close the version plan.
  if (scope.share) return { versionId: file.versionId, trackId, number }
  await askForNewVersion(scope, { trackId, versionId: file.versionId, number })
  await versionAdded.ask(scope, {
    trackId,
    versionId: file.versionId,
    begunAt: file.begunAt ?? at,
    answer: file.answer ?? null,
  })
  return { versionId: file.versionId, trackId, number }
}

/** The next number in a track and the next position in its project. */
export async function nextPlace(
  { db, projectId, now }: ProjectScope,
  trackId: string,
): Promise<{ number: number; sequence: number }> {
  const at = now()
  // Locks the project before the track, as everywhere, to avoid deadlocks.
  const { last_version_sequence: sequence } = await db
    .updateTable('projects')
    .set((eb) => ({ last_version_sequence: eb('last_version_sequence', '+', 1), updated_at: at }))
    .where('id', '=', projectId)
    .returning('last_version_sequence')
    .executeTakeFirstOrThrow()
  const { last_version_number: number } = await db
    .updateTable('tracks')
    .set((eb) => ({ last_version_number: eb('last_version_number', '+', 1), updated_at: at }))
    .where('id', '=', trackId)
    .returning('last_version_number')
    .executeTakeFirstOrThrow()
  return { number, sequence }
}

interface VersionEdit {
  readonly label?: string | undefined
  readonly changelog?: string | undefined
  readonly changes?: readonly { readonly text: string; readonly taskId: string | null }[] | undefined
  /** The words that the editor saw. */
  readonly basedOn?: { readonly label?: string | undefined; readonly changelog?: string | undefined } | undefined
}

export async function editVersion(
  scope: VersionScope,
  { changes, basedOn, ...words }: VersionEdit,
): Promise<TrackVersion> {
  const { db, version, projectId, track } = scope
  if (basedOn) {
    await lockProject(db, projectId)
    const present = await db
      .selectFrom('versions')
      .select(['label', 'changelog'])
      .where('id', '=', version.id)
      .executeTakeFirstOrThrow()
    refuseUnseen(present, words, basedOn)
  }
  if (words.label !== undefined || words.changelog !== undefined) {
    await db
      .updateTable('versions')
      .set({
        ...(words.label !== undefined && { label: words.label }),
        ...(words.changelog !== undefined && { changelog: words.changelog }),
      })
      .where('id', '=', version.id)
      .execute()
  }
  if (changes) await writeChangelog(scope, version.id, await withTaskNumbers(scope, changes))
  await emit(scope, `project:${projectId}`, 'version.edited', { projectId, trackId: track.id, versionId: version.id })
  return readVersion(scope, track.id, version.id)
}

async function readVersion(scope: ProjectScope, trackId: string, versionId: string): Promise<TrackVersion> {
  const { version } = await openVersion(scope, trackId, versionId)
  const { targets } = await readProject(scope)
  return versionOf(version, (await readChanges(scope, [versionId])).get(versionId), targets)
}

export async function deleteVersion(scope: VersionScope): Promise<typeof done> {
  const { db, version, projectId, track, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  await settleWhenMoved(scope, track.id, async () => {
    const result = await db
      .updateTable('versions')
      .set({ deleted_at: now(), deleted_by: scope.actor.userId })
      .where('id', '=', version.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  })
  await emit(scope, `project:${projectId}`, 'version.deleted', { projectId, trackId: track.id, versionId: version.id })
  return done
}

export async function restoreVersion(scope: ProjectScope, trackId: string, versionId: string): Promise<TrackVersion> {
  await touchProject(scope)
  await refuseFinal(await openVersion(scope, trackId, versionId, { inTrash: true }))
  await settleWhenMoved(scope, trackId, () =>
    scope.db.updateTable('versions').set({ deleted_at: null, deleted_by: null }).where('id', '=', versionId).execute(),
  )
  await emit(scope, `project:${scope.projectId}`, 'version.restored', {
    projectId: scope.projectId,
    trackId,
    versionId,
  })
  return readVersion(scope, trackId, versionId)
}

/** Last deleted first; they are deleted for good after 30 days. */
export async function listDeletedVersions({
  db,
  track,
}: TrackScope): Promise<{ items: (TrackVersion & { deletedAt: number })[]; nextCursor: null }> {
  const rows = await db
    .selectFrom('versions')
    .selectAll()
    .where('track_id', '=', track.id)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  return { items: rows.map((row) => ({ ...versionOf(row), deletedAt: row.deleted_at ?? 0 })), nextCursor: null }
}

/** Queues another analysis, for example after a crash or an upgrade. */
export async function analyseAgain(scope: VersionScope): Promise<typeof done> {
  const { db, version, projectId, track } = scope
  await db
    .updateTable('versions')
    .set({ state: 'checking', verdict: null, verdict_detail: null })
    .where('id', '=', version.id)
    .execute()
  await enqueue(scope, analyseVersion, { versionId: version.id }, { key: analysisKey(version.id), projectId })
  await emit(scope, `project:${projectId}`, 'version.checking', { projectId, trackId: track.id, versionId: version.id })
  return done
}

/**
 * With changelog lines if they are given, and the guest's name if it was read. The report is checked against targets if
 * there are any.
 */
export function versionOf(
  row: Selectable<VersionTable>,
  changes: VersionChange[] = [],
  targets?: DeliveryTargets,
  guestName?: string | null,
): TrackVersion {
  const report = parsedReport(row)
  return {
    id: row.id,
    trackId: row.track_id,
    number: row.number,
    label: row.label,
    changelog: row.changelog,
    changes,
    uploadedBy: row.uploaded_by,
    guestName: row.from_guest === null ? null : (guestName ?? ''),
    createdAt: row.created_at,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    state: row.state,
    verdict: row.verdict,
    verdictDetail: row.verdict_detail,
    restoredFrom: row.restored_from,
    outdated: report !== null && row.analysis_version < ANALYSIS_VERSION,
    report: report && targets ? withTargets(report, targets) : report,
  }
}
