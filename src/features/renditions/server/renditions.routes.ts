import { openTrack, openVersion } from '#features/tracks/server/tracks.scope.ts'
import { serve } from '#server/router/route-table.ts'
import { renditionRoutes } from '../renditions.contract.ts'
import { sendProjectArchive, sendTrackArchive } from './archives.ts'
import { askForRendition, listRenditions } from './renditions.queries.ts'
import { sendFlac, sendMp3, sendRendition, sendWaveform } from './send-renditions.ts'

export const serveRenditions = serve(renditionRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions': async ({ scope, params }) =>
    listRenditions(await openVersion(scope, params.trackId, params.versionId)),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions': async ({ scope, params, body }) =>
    askForRendition(await openVersion(scope, params.trackId, params.versionId), body),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/opus': async ({ scope, params, ...exchange }) =>
    sendRendition(await openVersion(scope, params.trackId, params.versionId), { kind: 'opus' }, 'body', exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/opus/index': async ({
    scope,
    params,
    ...exchange
  }) => sendRendition(await openVersion(scope, params.trackId, params.versionId), { kind: 'opus' }, 'index', exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/resampled/stream': async ({
    scope,
    params,
    query,
    ...exchange
  }) =>
    sendRendition(
      await openVersion(scope, params.trackId, params.versionId),
      { kind: 'resampled', ...query },
      'body',
      exchange,
    ),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/resampled/index': async ({
    scope,
    params,
    query,
    ...exchange
  }) =>
    sendRendition(
      await openVersion(scope, params.trackId, params.versionId),
      { kind: 'resampled', ...query },
      'index',
      exchange,
    ),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/flac': async ({ scope, params, ...exchange }) =>
    sendFlac(await openVersion(scope, params.trackId, params.versionId), exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/mp3': async ({ scope, params, ...exchange }) =>
    sendMp3(await openVersion(scope, params.trackId, params.versionId), exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/waveform': async ({
    scope,
    params,
    query: { samples_per_pixel: samplesPerPixel, channels, ...form },
    ...exchange
  }) =>
    sendWaveform(
      await openVersion(scope, params.trackId, params.versionId),
      { kind: 'waveform', samplesPerPixel, channels },
      form,
      exchange,
    ),
  'GET /api/projects/:projectId/archive': ({ scope, query, ...exchange }) => sendProjectArchive(scope, query, exchange),
  'GET /api/projects/:projectId/tracks/:trackId/archive': async ({ scope, params, query, ...exchange }) =>
    sendTrackArchive(await openTrack(scope, params.trackId), query.versions, exchange),
})
