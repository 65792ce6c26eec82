import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes, cardCounts } from '#features/projects/server/project-hooks.ts'
import { namedFiles, openNoteCounts, versionsErasing } from '#features/tracks/server/track-hooks.ts'
import { defineFeature } from '#server/feature.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { notePolicy } from '../notes.policy.ts'
import { attachmentJobs, startAttachmentSweep } from './attachments.jobs.ts'
import { serveAttachments } from './attachments.routes.ts'
import { attachedFiles, broughtAttachments, countOpenNotes, openNotesOnCard } from './note-counts.queries.ts'
import { serveNoteRounds } from './note-rounds.routes.ts'
import { eraseOldNotes, moveToHeirs } from './note-trash.queries.ts'
import { serveNotes } from './notes.routes.ts'
import { ownNotes } from './own-notes.queries.ts'

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
    versionsErasing.answeredBy(moveToHeirs),
    trashEmptied.answeredBy(eraseOldNotes),
    ownData.answeredBy(() => ownNotes),
  ],
})
