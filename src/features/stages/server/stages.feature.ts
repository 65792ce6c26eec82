import { ownData } from '#features/account/server/own-data.ts'
import { trackMoving } from '#features/tracks/server/track-hooks.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import type { ServerScope } from '#server/scope.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import type { Instant } from '#shared/units.ts'
import { stageRoutes } from '../stages.contract.ts'
import { stagePolicy } from '../stages.policy.ts'
import { moveCells } from './moved-cells.queries.ts'
import { ownStages } from './own-stages.queries.ts'
import { editCell, readSheet } from './stage-cells.queries.ts'
import { addStages, deleteStage, editStage, restoreStage } from './stages.queries.ts'

const serveStages = serve(stageRoutes, {
  'GET /api/projects/:projectId/stages': ({ scope }) => readSheet(scope),
  'POST /api/projects/:projectId/stages': ({ scope, body }) => addStages(scope, body),
  'PATCH /api/projects/:projectId/stages/:stageId': ({ scope, params, body }) => editStage(scope, params.stageId, body),
  'DELETE /api/projects/:projectId/stages/:stageId': ({ scope, params }) => deleteStage(scope, params.stageId),
  'POST /api/projects/:projectId/stages/:stageId/restore': ({ scope, params }) => restoreStage(scope, params.stageId),
  'PATCH /api/projects/:projectId/stages/:stageId/tracks/:trackId': async ({ scope, params, body }) =>
    editCell(await openTrack(scope, params.trackId), params.stageId, body),
})

/** The tracking sheet: tracks in rows, stages in columns. */
export const stagesFeature = defineFeature({
  name: 'stages',
  serves: [serveStages],
  actions: {
    policy: stagePolicy,
    tokens: { 'stage.view': ['read', 'tasks'], 'stage.edit': ['tasks'] },
  },
  tables: {
    stages: { export: 'project_id', ownData: { none: 'nobody knows who named which' } },
    stage_cells: { export: { column: 'stage_id', in: 'stages' }, ownData: ['stages'] },
  },
  answers: [
    trackMoving.answeredBy(moveCells),
    trashEmptied.answeredBy(eraseOldStages),
    ownData.answeredBy(() => ownStages),
  ],
})

async function eraseOldStages({ db }: ServerScope, before: Instant): Promise<void> {
  await db.deleteFrom('stages').where('deleted_at', '<', before).execute()
}
