import { namedParts } from '#features/comparisons/server/comparison-hooks.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { sectionRoutes } from '../sections.contract.ts'
import { partsOf, readSections } from './sections.queries.ts'

const serveSections = serve(sectionRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/sections': async ({ scope, params }) =>
    readSections(await openTrack(scope, params.trackId)),
})

/** Sections are notes; this feature measures them. */
export const sectionsFeature = defineFeature({
  name: 'sections',
  serves: [serveSections],
  answers: [namedParts.answeredBy(partsOf)],
})
