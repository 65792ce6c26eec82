import { serve } from '#server/router/route-table.ts'
import { openTrack, openVersion } from '#features/tracks/server/tracks.scope.ts'
import { noteRoutes } from '../notes.contract.ts'
import { listNotes } from './note-list.queries.ts'
import { readSeen, seeNotes } from './note-seen.queries.ts'
import { addNote, addReply, deleteNote, editNote, react, restoreNote, setNoteState } from './notes.queries.ts'
import { openNote } from './notes.scope.ts'

export const serveNotes = serve(noteRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/notes': async ({ scope, params, query }) =>
    listNotes(await openVersion(scope, params.trackId, query.version), { ...query, ids: query.ids?.split(',') }),
  'POST /api/projects/:projectId/tracks/:trackId/notes': async ({ scope, params, body }) =>
    addNote(await openVersion(scope, params.trackId, body.versionId), body),
  'POST /api/projects/:projectId/notes/:noteId/replies': async ({ scope, params, body }) =>
    addReply(await openNote(scope, params.noteId), body),
  'PATCH /api/projects/:projectId/notes/:noteId': async ({ scope, params, body }) =>
    editNote(await openNote(scope, params.noteId), body),
  'GET /api/projects/:projectId/tracks/:trackId/notes/seen': async ({ scope, params }) =>
    readSeen(await openTrack(scope, params.trackId)),
  'PUT /api/projects/:projectId/tracks/:trackId/notes/seen': async ({ scope, params, body }) =>
    seeNotes(await openTrack(scope, params.trackId), body),
  'DELETE /api/projects/:projectId/notes/:noteId': async ({ scope, params }) =>
    deleteNote(await openNote(scope, params.noteId)),
  'POST /api/projects/:projectId/notes/:noteId/restore': async ({ scope, params }) =>
    restoreNote(await openNote(scope, params.noteId, { inTrash: true })),
  'PUT /api/projects/:projectId/notes/:noteId/state': async ({ scope, params, body }) =>
    setNoteState(await openNote(scope, params.noteId), body),
  'PUT /api/projects/:projectId/notes/:noteId/reactions': async ({ scope, params, body }) =>
    react(await openNote(scope, params.noteId), body),
})
