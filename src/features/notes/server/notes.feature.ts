import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes, cardCounts } from '#features/projects/server/project-hooks.ts'
import {
  movedBytes,
  namedFiles,
  openNoteCounts,
  trackMoving,
  versionsErasing,
} from '#features/tracks/server/track-hooks.ts'
import { openTrack, openVersion, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { accountDeleted } from '#server/auth/auth-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { serve } from '#server/router/route-table.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { noteRoundRoutes } from '../note-rounds.contract.ts'
import { noteRoutes } from '../notes.contract.ts'
import { notePolicy } from '../notes.policy.ts'
import { attachmentJobs, startAttachmentSweep } from './attachments.jobs.ts'
import { serveAttachments } from './attachments.routes.ts'
import { attachedFiles, broughtAttachments, countOpenNotes, openNotesOnCard } from './note-counts.queries.ts'
import { bytesOfNotes, moveNotes } from './moved-notes.queries.ts'
import { addDraft, changeDraft, dropDraft, eraseDraftsOf, listDrafts, sendDrafts } from './note-drafts.queries.ts'
import { notesSeen } from './note-hooks.ts'
import { listNotes } from './note-list.queries.ts'
import { closeRound, listRounds, readSet, startRound } from './note-rounds.queries.ts'
import { openRound } from './note-rounds.scope.ts'
import { eraseOldNotes, moveToHeirs } from './note-trash.queries.ts'
import { addNote, addReply, deleteNote, editNote, react, restoreNote, setNoteState } from './notes.queries.ts'
import { openNote } from './notes.scope.ts'
import { ownNotes } from './own-notes.queries.ts'

interface Seen {
  readonly seenAt: number | null
}

/** One mark per track: newer notes are unseen. */
async function readSeen({ db, actor, track }: TrackScope): Promise<Seen> {
  const row = await db
    .selectFrom('note_seen')
    .select('seen_at')
    .where('user_id', '=', actor.userId)
    .where('track_id', '=', track.id)
    .executeTakeFirst()
  return { seenAt: row?.seen_at ?? null }
}

/** The latest of several windows counts, but never later than now. */
async function seeNotes(scope: TrackScope, { seenAt }: { readonly seenAt: number }): Promise<Seen> {
  const { db, actor, track, now, share } = scope
  // Guests have no account that could remember it.
  if (share?.guestId === actor.userId) return { seenAt }
  const mark = { user_id: actor.userId, track_id: track.id, seen_at: Math.min(seenAt, now()) }
  await db
    .insertInto('note_seen')
    .values(mark)
    .onConflict((c) =>
      c
        .columns(['user_id', 'track_id'])
        .doUpdateSet({ seen_at: mark.seen_at })
        .where('note_seen.seen_at', '<', mark.seen_at),
    )
    .execute()
  await notesSeen.ask(scope, mark.seen_at)
  return readSeen(scope)
}

const serveNotes = serve(noteRoutes, {
  'GET /api/projects/:projectId/tracks/:trackId/notes': async ({ scope, params, query }) =>
    listNotes(await openVersion(scope, params.trackId, query.version), {
      ...query,
      ids: query.ids?.split(','),
      comparesMissing: true,
    }),
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

const serveNoteRounds = serve(noteRoundRoutes, {
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

export const notesFeature = defineFeature({
  name: 'notes',
  serves: [serveNotes, serveAttachments, serveNoteRounds],
  actions: {
    policy: notePolicy,
    tokens: { 'note.view': ['read', 'notes'], 'note.add': ['notes'], 'round.open': ['manage'] },
  },
  tables: {
    note_rounds: { export: 'project_id', ownData: { none: 'opened for everybody; what was sent in one is told' } },
    note_sets: { export: 'project_id', ownData: ['sentNotes'] },
    notes: { export: 'project_id', ownData: ['notes'] },
    note_reactions: { export: { column: 'note_id', in: 'notes' }, ownData: ['reactions'] },
    note_mentions: { export: { column: 'note_id', in: 'notes' }, ownData: { none: 'they stand in the notes’ words' } },
    note_attachments: { export: { column: 'note_id', in: 'notes' }, ownData: ['noteFiles'] },
    note_seen: { export: { column: 'track_id', in: 'tracks' }, ownData: { none: 'how far they have read' } },
    note_drafts: { export: 'left-behind', ownData: ['noteDrafts'] },
  },
  jobs: { normal: attachmentJobs },
  recurring: startAttachmentSweep,
  answers: [
    cardCounts.answeredBy(openNotesOnCard),
    broughtBytes.answeredBy(broughtAttachments),
    openNoteCounts.answeredBy(countOpenNotes),
    namedFiles.answeredBy(attachedFiles),
    trackMoving.answeredBy(moveNotes),
    movedBytes.answeredBy(bytesOfNotes),
    versionsErasing.answeredBy(moveToHeirs),
    trashEmptied.answeredBy(eraseOldNotes),
    accountDeleted.answeredBy(eraseDraftsOf),
    ownData.answeredBy(() => ownNotes),
  ],
})
