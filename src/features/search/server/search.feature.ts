import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { searchRoutes } from '../search.contract.ts'
import { search } from './search.queries.ts'

const serveSearch = serve(searchRoutes, {
  'GET /api/search': ({ scope, query }) => search(scope, query),
})

export const searchFeature = defineFeature({
  name: 'search',
  serves: [serveSearch],
})
