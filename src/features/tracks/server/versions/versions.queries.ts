import type { Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { emit } from '#server/events/events.queries.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import type { ProjectScope } from '#server/scope.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import type { TrackVersion, VersionChange } from '../../tracks.contract.ts'
import { askForNewVersion, settleWhenMoved } from '../track-status.queries.ts'
import { addTrack } from '../tracks.queries.ts'
import { openTrack, openVersion, refuseFinal, type TrackScope, type VersionScope } from '../tracks.scope.ts'
import type { VersionTable } from '../tracks.tables.ts'
import { readChanges, withTaskNumbers, writeChangelog } from './version-changes.queries.ts'
import { versionAdded, type StartAnswer } from './version-hooks.ts'
import { analyseVersion, analysisKey } from './version-analysis.kind.ts'

export interface NewVersion {
  readonly trackId: string
  /** Makes the track with this title where it does not exist yet. */
  readonly newTrackTitle: string | null
  readonly versionId: string
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly storageKey: string
  readonly changelog: string
  /** When its upload began; now, where nobody uploaded it. */
  readonly begunAt?: Instant
  /** What its uploader said of the checklist the version was started with. */
  readonly answer?: StartAnswer | null
}

/** Makes a stored file the next version of a track and queues its analysis, all in the caller's transaction. */
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
  // It may have been locked while the file was on its way.
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
      })
      .execute(),
  )
  await enqueue(scope, analyseVersion, { versionId: file.versionId }, { key: analysisKey(file.versionId), projectId })
  await emit(scope, `project:${projectId}`, 'version.added', { projectId, trackId, versionId: file.versionId })
  // What a guest proposes is nothing to approve yet, nor the next version that the members wait for.
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

/** The next number of a track and the next place in its project. */
export async function nextPlace(
  { db, projectId, now }: ProjectScope,
  trackId: string,
): Promise<{ number: number; sequence: number }> {
  const at = now()
  // The project before the track, as everywhere: two changes that lock them in turn would wait for each other.
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
}

export async function editVersion(scope: VersionScope, { changes, ...words }: VersionEdit): Promise<TrackVersion> {
  const { db, version, projectId, track } = scope
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
  return versionOf(version, (await readChanges(scope, [versionId])).get(versionId))
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

/** The last deleted first; after 30 days they are gone. */
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

/** Puts a version through the analysis once more, as after a crash or an upgrade. */
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

/** With the lines of its changelog where they are asked for, and the guest's name where it was read along. */
export function versionOf(
  row: Selectable<VersionTable> & { readonly guest_name?: string | null },
  changes: VersionChange[] = [],
): TrackVersion {
  return {
    id: row.id,
    trackId: row.track_id,
    number: row.number,
    label: row.label,
    changelog: row.changelog,
    changes,
    uploadedBy: row.uploaded_by,
    guestName: row.from_guest === null ? null : (row.guest_name ?? ''),
    createdAt: row.created_at,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    state: row.state,
    verdict: row.verdict,
    verdictDetail: row.verdict_detail,
    restoredFrom: row.restored_from,
    report: row.report === null ? null : JSON.parse(row.report),
  }
}
