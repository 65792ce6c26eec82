import { defineFeature } from '#server/feature.ts'
import { serveActivity } from './activity.routes.ts'

export const activityFeature = defineFeature({
  name: 'activity',
  serves: [serveActivity],
})
