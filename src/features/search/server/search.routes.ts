import { serve } from '#server/router/route-table.ts'
import { searchRoutes } from '../search.contract.ts'
import { search } from './search.queries.ts'

export const serveSearch = serve(searchRoutes, {
  'GET /api/search': ({ scope, query }) => search(scope, query),
})
