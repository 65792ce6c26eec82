import { serve } from '#server/router/route-table.ts'
import { trackRoutes } from '../tracks.contract.ts'
import { makeNewestAgain } from './newest-again.queries.ts'
import { readProjectDetails } from './project-details.queries.ts'
import { askForSpectrogram } from './spectrograms.queries.ts'
import { sendSpectrogram } from './send-spectrogram.ts'
import { lockFinal, unlockFinal } from './track-final.queries.ts'
import { addTrack, deleteTrack, editTrack, orderTracks, restoreTrack } from './tracks.queries.ts'
import { openHeardVersion, openTrack, openVersion } from './tracks.scope.ts'
import { analyseAgain, deleteVersion, editVersion, listDeletedVersions, restoreVersion } from './versions.queries.ts'
import { readLoudness } from './version-loudness.queries.ts'
import { sendDerived, sendOriginal, sendStream } from './version-files.ts'

export const serveTracks = serve(trackRoutes, {
  'GET /api/projects/:projectId': ({ scope }) => readProjectDetails(scope),
  'POST /api/projects/:projectId/tracks': ({ scope, body }) => addTrack(scope, body),
  'POST /api/projects/:projectId/tracks/order': ({ scope, body }) => orderTracks(scope, body.trackIds),
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
