import { touchProject } from '#features/projects/server/projects.queries.ts'
import { askForNewVersion, settleWhenMoved } from '#features/tracks/server/track-status.queries.ts'
import { deleteTrack, restoreTrack } from '#features/tracks/server/tracks.queries.ts'
import { openTrack, refuseFinal, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { forgetDifferences, tellDifferences } from '#features/tracks/server/versions/version-differences.queries.ts'
import { versionAdded } from '#features/tracks/server/versions/version-hooks.ts'
import { nextPlace } from '#features/tracks/server/versions/versions.queries.ts'
import { trackErrors } from '#features/tracks/tracks.contract.ts'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { type JoinedVersion, transferErrors } from '../transfers.contract.ts'

/**
 * Makes the one version of a track that was just uploaded the next version of another, and puts what is left into the
 * trash. The row moves, its file stays where it is. Not where anything was said or asked of the track.
 */
export async function joinTrack(scope: TrackScope, intoTrackId: string): Promise<JoinedVersion> {
  const { db, track, projectId } = scope
  await touchProject(scope)
  const into = await openTrack(scope, intoTrackId)
  await refuseFinal(into)
  const versions = await db.selectFrom('versions').selectAll().where('track_id', '=', track.id).execute()
  const [version] = versions
  if (
    into.track.id === track.id ||
    !version ||
    versions.length > 1 ||
    version.deleted_at !== null ||
    (await isSpokenOf(db, { trackId: track.id }))
  )
    throw transferErrors['upload.not_alone']()
  if (version.state !== 'ready') throw trackErrors['version.not_ready']()
  await deleteTrack(scope)
  const place = await nextPlace(scope, intoTrackId)
  await settleWhenMoved(scope, intoTrackId, () => moveTo(db, version.id, intoTrackId, place))
  await db
    .updateTable('tracks')
    .set({ last_version_number: 0, current_version_id: null })
    .where('id', '=', track.id)
    .execute()
  await tellDifferences(db, { ...version, ...place, track_id: intoTrackId })
  await emit(scope, `project:${projectId}`, 'version.added', { projectId, trackId: intoTrackId, versionId: version.id })
  await askForNewVersion(scope, { trackId: intoTrackId, versionId: version.id, number: place.number })
  await versionAdded.ask(scope, {
    trackId: intoTrackId,
    versionId: version.id,
    begunAt: version.created_at,
    answer: null,
  })
  return { trackId: intoTrackId, versionId: version.id, number: place.number }
}

/**
 * Takes that back: the version is a track of its own again, as long as it is the newest where it went and nobody has
 * spoken of it.
 */
export async function partTrack(scope: ProjectScope, trackId: string): Promise<JoinedVersion> {
  const { db, projectId } = scope
  await touchProject(scope)
  await openTrack(scope, trackId, { inTrash: true })
  // The file's key keeps the track that it came as.
  const version = await db
    .selectFrom('versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('storage_key', 'like', `projects/${projectId}/${trackId}/%`)
    .where('track_id', '!=', trackId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!version) throw refused.not_found()
  const from = await openTrack(scope, version.track_id)
  await refuseFinal(from)
  if (version.number !== from.track.last_version_number || (await isSpokenOf(db, { versionId: version.id })))
    throw transferErrors['upload.spoken_of']()
  await settleWhenMoved(scope, from.track.id, async () => {
    await moveTo(db, version.id, trackId, { number: 1, sequence: version.sequence })
    await db
      .updateTable('tracks')
      .set({
        last_version_number: version.number - 1,
        ...(from.track.current_version_id === version.id && { current_version_id: null }),
      })
      .where('id', '=', from.track.id)
      .execute()
  })
  await forgetDifferences(db, version.id)
  await db.updateTable('tracks').set({ last_version_number: 1 }).where('id', '=', trackId).execute()
  await emit(scope, `project:${projectId}`, 'version.deleted', {
    projectId,
    trackId: from.track.id,
    versionId: version.id,
  })
  await restoreTrack(scope, trackId)
  return { trackId, versionId: version.id, number: 1 }
}

async function moveTo(
  db: Db,
  versionId: string,
  trackId: string,
  place: { readonly number: number; readonly sequence: number },
): Promise<void> {
  await db
    .updateTable('versions')
    .set({ track_id: trackId, ...place })
    .where('id', '=', versionId)
    .execute()
  await db.updateTable('uploads').set({ track_id: trackId }).where('version_id', '=', versionId).execute()
}

async function isSpokenOf(
  db: Db,
  what: { readonly trackId: string } | { readonly versionId: string },
): Promise<boolean> {
  const [column, id] =
    'trackId' in what ? (['track_id', what.trackId] as const) : (['version_id', what.versionId] as const)
  for (const table of ['notes', 'note_rounds', 'approval_asks', 'approval_decisions', 'version_starts'] as const)
    if (await db.selectFrom(table).select('id').where(column, '=', id).limit(1).executeTakeFirst()) return true
  return (
    'trackId' in what &&
    (await db.selectFrom('tasks').select('id').where('track_id', '=', what.trackId).limit(1).executeTakeFirst()) !==
      undefined
  )
}
