import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { activityRoutes } from '../activity.contract.ts'
import { listActivity, listFiles } from './activity.queries.ts'

const serveActivity = serve(activityRoutes, {
  'GET /api/projects/:projectId/activity': ({ scope, query }) => listActivity(scope, query),
  'GET /api/projects/:projectId/attachments': ({ scope, query }) => listFiles(scope, query),
})

export const activityFeature = defineFeature({
  name: 'activity',
  serves: [serveActivity],
})
