import { findCover, sendCover } from '#features/projects/server/covers.queries.ts'
import { arrayBuffer } from 'node:stream/consumers'
import * as z from 'zod'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { loudnessReport } from '#audio/loudness-series.ts'
import { readProject, touchProject } from '#features/projects/server/projects.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { enqueueLowPriority } from '#server/jobs/low-priority-jobs.ts'
import { serve } from '#server/router/route-table.ts'
import {
  type Spectrogram,
  type SpectrogramChannels,
  spectrogramChannels,
  trackErrors,
  trackRoutes,
  type TrackVersion,
  type VersionLoudness,
} from '../tracks.contract.ts'
import { readProjectDetails } from './project-details.queries.ts'
import { lockFinal, unlockFinal } from './track-final.queries.ts'
import { deleteTracks, restoreTracks, setStatuses } from './track-batches.queries.ts'
import { moveTracks } from './track-move.queries.ts'
import { askForNewVersion, settleWhenMoved } from './track-status.queries.ts'
import { addTrack, deleteTrack, editTrack, orderTracks, restoreTrack, setTrackCover } from './tracks.queries.ts'
import {
  openHeardVersion,
  openTrack,
  openVersion,
  proposedLast,
  refuseFinal,
  type VersionScope,
} from './tracks.scope.ts'
import { derivedFileKey } from './versions/derived-files.ts'
import { sendSpectrogram } from './versions/send-spectrogram.ts'
import { versionReady } from './versions/version-hooks.ts'
import { tellDifferences } from './versions/version-differences.queries.ts'
import { reportOf, sendDerived, sendOriginal, sendStream } from './versions/version-files.ts'
import {
  analyseAgain,
  deleteVersion,
  editVersion,
  listDeletedVersions,
  nextPlace,
  restoreVersion,
  versionOf,
} from './versions/versions.queries.ts'

export const drawSpectrogram: JobKind<{ versionId: string; channels: SpectrogramChannels }> = {
  kind: 'version.spectrogram',
  payload: z.object({ versionId: z.string(), channels: z.enum(spectrogramChannels) }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

export const serveTracks = serve(trackRoutes, {
  'GET /api/projects/:projectId': ({ scope }) => readProjectDetails(scope),
  'POST /api/projects/:projectId/tracks': ({ scope, body }) => addTrack(scope, body),
  'POST /api/projects/:projectId/tracks/order': ({ scope, body }) => orderTracks(scope, body.trackIds),
  'POST /api/projects/:projectId/tracks/status': ({ scope, body }) => setStatuses(scope, body),
  'POST /api/projects/:projectId/tracks/delete': ({ scope, body }) => deleteTracks(scope, body),
  'POST /api/projects/:projectId/tracks/restore': ({ scope, body }) => restoreTracks(scope, body),
  'POST /api/projects/:projectId/tracks/move': ({ scope, body }) => moveTracks(scope, body),
  'GET /api/projects/:projectId/tracks/:trackId/cover': async ({ scope, params, reply }) => {
    await openTrack(scope, params.trackId)
    sendCover(reply, await findCover(scope, params.trackId))
  },
  'PUT /api/projects/:projectId/tracks/:trackId/cover': async ({ scope, params, body }) =>
    setTrackCover(await openTrack(scope, params.trackId), body),
  'DELETE /api/projects/:projectId/tracks/:trackId/cover': async ({ scope, params }) =>
    setTrackCover(await openTrack(scope, params.trackId), null),
  'PATCH /api/projects/:projectId/tracks/:trackId': async ({ scope, params, body }) =>
    editTrack(await openTrack(scope, params.trackId), body),
  'DELETE /api/projects/:projectId/tracks/:trackId': async ({ scope, params }) =>
    deleteTrack(await openTrack(scope, params.trackId)),
  'POST /api/projects/:projectId/tracks/:trackId/restore': ({ scope, params }) => restoreTrack(scope, params.trackId),
  'PUT /api/projects/:projectId/tracks/:trackId/final': async ({ scope, params, body }) =>
    lockFinal(await openVersion(scope, params.trackId, body.versionId)),
  'DELETE /api/projects/:projectId/tracks/:trackId/final': async ({ scope, params }) =>
    unlockFinal(await openTrack(scope, params.trackId)),
  'GET /api/projects/:projectId/tracks/:trackId/trash': async ({ scope, params }) =>
    listDeletedVersions(await openTrack(scope, params.trackId)),
  'GET /api/projects/:projectId/tracks/:trackId/download': async ({ scope, params, query, ...exchange }) =>
    sendOriginal(await openHeardVersion(scope, params.trackId, query.version), exchange),
  'PATCH /api/projects/:projectId/tracks/:trackId/versions/:versionId': async ({ scope, params, body }) =>
    editVersion(await openVersion(scope, params.trackId, params.versionId), body),
  'DELETE /api/projects/:projectId/tracks/:trackId/versions/:versionId': async ({ scope, params }) =>
    deleteVersion(await openVersion(scope, params.trackId, params.versionId)),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore': ({ scope, params }) =>
    restoreVersion(scope, params.trackId, params.versionId),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/newest': async ({ scope, params }) =>
    makeNewestAgain(await openVersion(scope, params.trackId, params.versionId)),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/analysis': async ({ scope, params }) =>
    analyseAgain(await openVersion(scope, params.trackId, params.versionId)),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/stream': async ({ scope, params, ...exchange }) =>
    sendStream(await openVersion(scope, params.trackId, params.versionId), exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/index': async ({ scope, params, ...exchange }) =>
    sendDerived(await openVersion(scope, params.trackId, params.versionId), 'frameIndex', exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/peaks': async ({ scope, params, ...exchange }) =>
    sendDerived(await openVersion(scope, params.trackId, params.versionId), 'peaks', exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/loudness': async ({ scope, params }) =>
    readLoudness(await openVersion(scope, params.trackId, params.versionId)),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/energy': async ({ scope, params, ...exchange }) =>
    sendDerived(await openVersion(scope, params.trackId, params.versionId), 'energy', exchange),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/spectrogram': async ({ scope, params, body }) =>
    askForSpectrogram(await openVersion(scope, params.trackId, params.versionId), body.channels),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/spectrogram': async ({
    scope,
    params,
    query,
    ...exchange
  }) => sendSpectrogram(await openVersion(scope, params.trackId, params.versionId), query.channels, exchange),
})

/** Whether the spectrogram is ready; requests it if not, and again after a failure. */
async function askForSpectrogram(scope: VersionScope, channels: SpectrogramChannels): Promise<Spectrogram> {
  const { db, version } = scope
  if (version.report === null)
    throw trackErrors[version.state === 'checking' ? 'version.not_ready' : 'version.no_stream']()
  const begun = await db
    .insertInto('spectrograms')
    .values({ version_id: version.id, channels, state: 'working' })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  const again = await db
    .updateTable('spectrograms')
    .set({ state: 'working' })
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  if (Number(begun.numInsertedOrUpdatedRows ?? 0) + Number(again.numUpdatedRows) > 0)
    await enqueueLowPriority(
      scope,
      drawSpectrogram,
      { versionId: version.id, channels },
      { key: `${drawSpectrogram.kind}:${version.id}:${channels}`, bytes: version.size_bytes },
    )
  const { state } = await db
    .selectFrom('spectrograms')
    .select('state')
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .executeTakeFirstOrThrow()
  return { channels, state }
}

/** The report's figures, and curves from the stored energy grid. */
async function readLoudness({ storage, version }: VersionScope): Promise<VersionLoudness> {
  const { loudness } = reportOf(version)
  const file = await storage.read(derivedFileKey(version, 'energy'))
  return loudnessReport(loudness, parseEnergyGrid(await arrayBuffer(file)))
}

/**
 * An earlier bounce as a new version: the next number, the same file. No byte is copied; the sweep handles shared
 * files.
 */
async function makeNewestAgain(scope: VersionScope): Promise<TrackVersion> {
  const { db, track, version, projectId, actor, newId, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  if (version.state === 'checking') throw trackErrors['version.not_ready']()
  const newest = await db
    .selectFrom('versions')
    .select('id')
    .where('track_id', '=', track.id)
    .where('deleted_at', 'is', null)
    .orderBy(proposedLast)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.id === version.id) throw trackErrors['version.is_newest']()
  const id = newId()
  const place = await nextPlace(scope, track.id)
  // A guest's proposal becomes the members' own.
  const row = {
    ...version,
    ...place,
    id,
    changelog: '',
    uploaded_by: actor.userId,
    from_guest: null,
    created_at: now(),
    deleted_at: null,
    restored_from: version.number,
  }
  await settleWhenMoved(scope, track.id, () => db.insertInto('versions').values(row).execute())
  await emit(scope, `project:${projectId}`, 'version.renewed', { projectId, trackId: track.id, versionId: id })
  // Its copied report contains the differences from the version that it followed before.
  await tellDifferences(db, row)
  await versionReady.ask(scope, { id, projectId, trackId: track.id, number: place.number })
  await askForNewVersion(scope, { trackId: track.id, versionId: id, number: place.number })
  const { targets } = await readProject(scope)
  return versionOf((await openVersion(scope, track.id, id)).version, undefined, targets)
}
