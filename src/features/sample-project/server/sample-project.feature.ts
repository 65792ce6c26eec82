import { defineFeature } from '#server/feature.ts'
import { sampleProjectJobs } from './sample-project.jobs.ts'
import { serveSampleProject } from './sample-project.routes.ts'

export const sampleProjectFeature = defineFeature({
  name: 'sample-project',
  serves: [serveSampleProject],
  jobs: { normal: sampleProjectJobs },
})
