import { defineFeature } from '#server/feature.ts'
import { renditionJobs } from './renditions.jobs.ts'
import { serveRenditions } from './renditions.routes.ts'

export const renditionsFeature = defineFeature({
  name: 'renditions',
  serves: [serveRenditions],
  tables: { renditions: { export: 'left-behind', ownData: { none: 'made from the versions' } } },
  jobs: { normal: renditionJobs },
})
