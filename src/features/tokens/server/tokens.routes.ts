import { serve } from '#server/router/route-table.ts'
import { tokenRoutes } from '../tokens.contract.ts'
import { createToken, listTokens, revokeToken } from './tokens.queries.ts'

export const serveTokens = serve(tokenRoutes, {
  'GET /api/users/me/tokens': ({ scope }) => listTokens(scope),
  'POST /api/users/me/tokens': ({ scope, body }) => createToken(scope, body),
  'DELETE /api/users/me/tokens/:tokenId': ({ scope, params }) => revokeToken(scope, params.tokenId),
})
