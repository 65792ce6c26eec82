import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { sampleProjectRoutes } from '../sample-project.contract.ts'
import { sampleProjectJobs } from './sample-project.jobs.ts'
import { createSampleProject } from './sample-project.queries.ts'

const serveSampleProject = serve(sampleProjectRoutes, {
  'POST /api/sample-project': ({ scope }) => createSampleProject(scope),
})

export const sampleProjectFeature = defineFeature({
  name: 'sample-project',
  serves: [serveSampleProject],
  jobs: { normal: sampleProjectJobs },
})
