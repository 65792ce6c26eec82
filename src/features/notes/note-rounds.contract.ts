import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs } from '#shared/shapes.ts'
import { NoteWords } from './notes.contract.ts'

export const NoteSet = z
  .object({
    id: Id,
    authorId: Id,
    /** As it was when the set was sent. */
    authorName: z.string(),
    sentAt: InstantMs,
    noteCount: z.number(),
    /** Of the set's canonical content, in hexadecimal. */
    sha256: z.string(),
    /** After the deadline, or after the round was closed. */
    isLate: z.boolean(),
  })
  .meta({ id: 'NoteSet' })
export type NoteSet = z.infer<typeof NoteSet>

export const NoteRound = z
  .object({
    id: Id,
    /** Of the track, from 1. */
    number: z.number(),
    /** While the one it was opened on is in the trash, another that it stands on. */
    version: z.object({ id: Id, number: z.number() }),
    openedAt: InstantMs,
    dueAt: InstantMs.nullable(),
    /** At the latest when its version went to the trash. */
    closedAt: InstantMs.nullable(),
    /** Oldest first. */
    sets: z.array(NoteSet),
  })
  .meta({ id: 'NoteRound' })
export type NoteRound = z.infer<typeof NoteRound>

export const NoteRoundDraft = NoteWords.extend({ id: Id, createdAt: InstantMs }).meta({ id: 'NoteRoundDraft' })
export type NoteRoundDraft = z.output<typeof NoteRoundDraft>

const roundPath = '/api/projects/:projectId/rounds/:roundId' as const

export const noteRoundRoutes = contract({
  'GET /api/projects/:projectId/tracks/:trackId/rounds': {
    access: 'note.view',
    summary: 'The review rounds of a track with the sets sent in them, newest first',
    answer: z.object({ items: z.array(NoteRound), nextCursor: z.null() }),
  },
  'POST /api/projects/:projectId/tracks/:trackId/rounds': {
    access: 'round.open',
    summary: 'Open a review round on a version; a track has one at a time',
    body: z.object({ versionId: Id, dueAt: InstantMs.nullable().default(null) }),
    answer: NoteRound,
  },
  [`POST ${roundPath}/close` as const]: {
    access: 'round.open',
    summary: 'Close a round; its drafts can still be sent late',
    answer: Done,
  },
  [`GET ${roundPath}/drafts` as const]: {
    access: 'note.add',
    summary: 'The caller’s own drafts in a round, by their time in the music',
    answer: z.object({ items: z.array(NoteRoundDraft), nextCursor: z.null() }),
  },
  [`POST ${roundPath}/drafts` as const]: {
    access: 'note.add',
    summary: 'Save a note as a draft that only its author sees',
    body: NoteWords,
    answer: NoteRoundDraft,
  },
  [`PUT ${roundPath}/drafts/:draftId` as const]: {
    access: 'note.add',
    summary: 'Replace one’s own draft',
    body: NoteWords,
    answer: Done,
  },
  [`DELETE ${roundPath}/drafts/:draftId` as const]: {
    access: 'note.add',
    summary: 'Delete one’s own draft',
    answer: Done,
  },
  [`POST ${roundPath}/send` as const]: {
    access: 'note.add',
    summary: 'Send all of one’s drafts in a round as one signed set',
    answer: NoteSet,
  },
  [`GET ${roundPath}/sets/:setId` as const]: {
    access: 'note.view',
    summary: 'The canonical content of a set, whose SHA-256 is its signature',
    answer: z.object({ content: z.string(), sha256: z.string() }),
  },
})
