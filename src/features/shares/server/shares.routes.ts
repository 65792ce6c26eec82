import { serve } from '#server/router/route-table.ts'
import { shareRoutes } from '../shares.contract.ts'
import { claimNotes, notePlays, sayName } from './guests.queries.ts'
import { listGuests } from './share-counts.queries.ts'
import { openDoor } from './share-door.queries.ts'
import { listAllShares, listShares } from './share-rows.queries.ts'
import { createShares, editShare, restoreShare, revokeShare, rotateShare } from './shares.queries.ts'
import { openLink } from './shares.scope.ts'

export const serveShares = serve(shareRoutes, {
  'GET /api/shares': ({ scope, query }) => listAllShares(scope, query),
  'GET /api/projects/:projectId/shares': ({ scope, query }) => listShares(scope, query),
  'POST /api/projects/:projectId/shares': ({ scope, body }) => createShares(scope, body),
  'PATCH /api/projects/:projectId/shares/:shareId': async ({ scope, params, body }) =>
    editShare(await openLink(scope, params.shareId), body),
  'DELETE /api/projects/:projectId/shares/:shareId': async ({ scope, params }) =>
    revokeShare(await openLink(scope, params.shareId)),
  'POST /api/projects/:projectId/shares/:shareId/restore': async ({ scope, params }) =>
    restoreShare(await openLink(scope, params.shareId)),
  'POST /api/projects/:projectId/shares/:shareId/rotate': async ({ scope, params }) =>
    rotateShare(await openLink(scope, params.shareId)),
  'GET /api/projects/:projectId/shares/:shareId/guests': async ({ scope, params, query }) =>
    listGuests(await openLink(scope, params.shareId), query),
  'POST /api/share/:token': ({ scope, params, body, ...exchange }) => openDoor(scope, params.token, body, exchange),
  'PUT /api/projects/:projectId/guest': ({ scope, body }) => sayName(scope, body),
  'POST /api/projects/:projectId/plays': ({ scope, body }) => notePlays(scope, body.items),
  'POST /api/projects/:projectId/claim': ({ scope, ...exchange }) => claimNotes(scope, exchange),
})
