import { serve } from '#server/router/route-table.ts'
import { trashRoutes } from '../trash.contract.ts'
import { eraseProject, eraseTrack, eraseVersion } from './erase.queries.ts'
import { openTrack, openVersion } from './tracks.scope.ts'
import { listTrash } from './trash.queries.ts'

export const serveTrash = serve(trashRoutes, {
  'GET /api/trash': ({ scope, query }) => listTrash(scope, query),
  'POST /api/projects/:projectId/erase': ({ scope }) => eraseProject(scope),
  'POST /api/projects/:projectId/tracks/:trackId/erase': async ({ scope, params }) =>
    eraseTrack(await openTrack(scope, params.trackId, { inTrash: true })),
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/erase': async ({ scope, params }) =>
    eraseVersion(await openVersion(scope, params.trackId, params.versionId, { inTrash: true })),
})
