import { defineFeature } from '#server/feature.ts'
import { serveSearch } from './search.routes.ts'

export const searchFeature = defineFeature({
  name: 'search',
  serves: [serveSearch],
})
