import { defineFeature } from '#server/feature.ts'
import { comparisonPolicy } from '../comparisons.policy.ts'
import { comparisonJobs } from './comparisons.jobs.ts'
import { serveComparisons } from './comparisons.routes.ts'

export const comparisonsFeature = defineFeature({
  name: 'comparisons',
  serves: [serveComparisons],
  actions: { policy: comparisonPolicy, tokens: { 'comparison.view': ['read'] } },
  tables: { comparisons: { export: 'left-behind', ownData: { none: 'made from the versions' } } },
  jobs: { normal: comparisonJobs },
})
