import { addNotes } from '#features/notes/server/notes.queries.ts'
import { openVersion } from '#features/tracks/server/tracks.scope.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { markerRoutes } from '../markers.contract.ts'
import { sendMarkedWav } from './send-marked-wav.ts'
import { sendMarkers } from './send-markers.ts'

const serveMarkers = serve(markerRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers': async ({
    scope,
    params,
    query,
    ...exchange
  }) => sendMarkers(await openVersion(scope, params.trackId, params.versionId), query, exchange),
  'GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers/wav': async ({
    scope,
    params,
    query,
    ...exchange
  }) => sendMarkedWav(await openVersion(scope, params.trackId, params.versionId), query.state, exchange),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers': async ({ scope, params, body }) => ({
    added: await addNotes(await openVersion(scope, params.trackId, params.versionId), body.notes),
  }),
})

export const markersFeature = defineFeature({
  name: 'markers',
  serves: [serveMarkers],
})
