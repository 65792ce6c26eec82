import { defineFeature } from '#server/feature.ts'
import { serveMarkers } from './markers.routes.ts'

export const markersFeature = defineFeature({
  name: 'markers',
  serves: [serveMarkers],
})
