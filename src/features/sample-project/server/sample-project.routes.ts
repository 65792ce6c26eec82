import { serve } from '#server/router/route-table.ts'
import { sampleProjectRoutes } from '../sample-project.contract.ts'
import { createSampleProject } from './sample-project.queries.ts'

export const serveSampleProject = serve(sampleProjectRoutes, {
  'POST /api/sample-project': ({ scope }) => createSampleProject(scope),
})
