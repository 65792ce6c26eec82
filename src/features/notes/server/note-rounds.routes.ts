import { serve } from '#server/router/route-table.ts'
import { openTrack, openVersion } from '#features/tracks/server/tracks.scope.ts'
import { noteRoundRoutes } from '../note-rounds.contract.ts'
import { addDraft, changeDraft, dropDraft, listDrafts, sendDrafts } from './note-drafts.queries.ts'
import { closeRound, listRounds, readSet, startRound } from './note-rounds.queries.ts'
import { openRound } from './note-rounds.scope.ts'

export const serveNoteRounds = serve(noteRoundRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/rounds': async ({ scope, params }) =>
    listRounds(await openTrack(scope, params.trackId)),
  'POST /api/projects/:projectId/tracks/:trackId/rounds': async ({ scope, params, body }) =>
    startRound(await openVersion(scope, params.trackId, body.versionId), body),
  'POST /api/projects/:projectId/rounds/:roundId/close': async ({ scope, params }) =>
    closeRound(await openRound(scope, params.roundId)),
  'GET /api/projects/:projectId/rounds/:roundId/drafts': async ({ scope, params }) =>
    listDrafts(await openRound(scope, params.roundId)),
  'POST /api/projects/:projectId/rounds/:roundId/drafts': async ({ scope, params, body }) =>
    addDraft(await openRound(scope, params.roundId), body),
  'PUT /api/projects/:projectId/rounds/:roundId/drafts/:draftId': async ({ scope, params, body }) =>
    changeDraft(await openRound(scope, params.roundId), params.draftId, body),
  'DELETE /api/projects/:projectId/rounds/:roundId/drafts/:draftId': async ({ scope, params }) =>
    dropDraft(await openRound(scope, params.roundId), params.draftId),
  'POST /api/projects/:projectId/rounds/:roundId/send': async ({ scope, params }) =>
    sendDrafts(await openRound(scope, params.roundId)),
  'GET /api/projects/:projectId/rounds/:roundId/sets/:setId': async ({ scope, params }) =>
    readSet(await openRound(scope, params.roundId), params.setId),
})
