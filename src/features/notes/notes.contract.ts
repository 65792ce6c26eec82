import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'
import { attachmentKinds, MOST_ATTACHMENTS } from './attachment-kinds.ts'
import { noteReactions } from './note-emoji.ts'
import { markMost, noteDirections } from './note-marks.ts'
import { noteVisibilities } from './note-visibility.ts'

export const noteStates = ['open', 'fixed', 'verified'] as const
export type NoteState = (typeof noteStates)[number]

/** Plain text; the client renders links and mentions. */
export const NoteBody = words(10_000).trim().min(1, 'Required')
export const NoteAt = z.number().nonnegative().max(360_000)
const Mark = Name.max(markMost).nullable()

/** Optional tags for what a note is about. */
const marks = {
  /** A section of the song, such as "Chorus". */
  section: Mark,
  /** A part of the arrangement or the chain, such as "Vocals". */
  part: Mark,
  direction: z.enum(noteDirections).nullable(),
  visibility: z.enum(noteVisibilities),
}

/** A note on a version, at a position or (with toSeconds) on a range. */
export const NoteWords = z.object({
  fromSeconds: NoteAt,
  toSeconds: NoteAt.nullable(),
  body: NoteBody,
  section: marks.section.default(null),
  part: marks.part.default(null),
  direction: marks.direction.default(null),
  visibility: marks.visibility.default('everyone'),
})
export type NoteWords = z.output<typeof NoteWords>

/** The text may be empty if files are attached. */
const withFiles = { body: words(10_000).trim(), attachmentIds: z.array(Id).max(MOST_ATTACHMENTS).default([]) }
const saysSomething = ({ body, attachmentIds }: { readonly body: string; readonly attachmentIds: readonly string[] }) =>
  body !== '' || attachmentIds.length > 0
const nothingSaid = { message: 'Required', path: ['body'] }

/** A file on a note or reply; its bytes are at `/api/projects/:projectId/attachments/:attachmentId`. */
export const Attachment = z
  .object({
    id: Id,
    kind: z.enum(attachmentKinds),
    fileName: z.string(),
    mediaType: z.string(),
    sizeBytes: z.number(),
    sha256: z.string(),
    /** Of a voice note. */
    durationSeconds: z.number().nullable(),
    /** Loudness of a voice note over time, 0 to 99. */
    levels: z.array(z.number()).nullable(),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.infer<typeof Attachment>

const Said = z.object({
  id: Id,
  authorId: Id,
  /** Null if the account was deleted. */
  authorName: z.string().nullable(),
  /** A guest of a share link, without an account. */
  byGuest: z.boolean(),
  /** Only for guests, who see no members: the author's place in the order of joining, which is their colour. */
  authorJoined: z.number().optional(),
  body: z.string(),
  /** The people mentioned, each with the name as written. */
  mentions: z.array(z.object({ userId: Id, name: z.string() })),
  /** One entry per emoji used. */
  reactions: z.array(z.object({ emoji: z.enum(noteReactions), userIds: z.array(Id) })),
  attachments: z.array(Attachment),
  createdAt: InstantMs,
  editedAt: InstantMs.nullable(),
})

export const NoteReply = Said.meta({ id: 'NoteReply' })
export type NoteReply = z.infer<typeof NoteReply>

const VersionNamed = z.object({ id: Id, number: z.number() })

/** A note's place on the requested version, in that version's seconds. */
export const NotePlace = z
  .object({
    fromSeconds: z.number(),
    /** Null for a single position. */
    toSeconds: z.number().nullable(),
    /**
     * `own`: written there. `aligned`: the sound on both sides matches, and the note moved with it. `same-time`: the
     * versions were never compared. `unsure`: they were, and the sound does not match; the note kept its time and may
     * belong elsewhere. `cut`: this version does not have it; it is shown where the music goes on without it, and a
     * range with what is left of it.
     */
    by: z.enum(['own', 'aligned', 'same-time', 'unsure', 'cut']),
    /** With `cut`: the number of the version in which it was cut out. */
    cutIn: z.number().optional(),
  })
  .meta({ id: 'NotePlace' })
export type NotePlace = z.infer<typeof NotePlace>

export const Note = Said.extend({
  trackId: Id,
  /** The version it was written on; its times are in that version's seconds. */
  version: VersionNamed,
  fromSeconds: z.number(),
  toSeconds: z.number().nullable(),
  ...marks,
  /** The round's set that it was sent with. */
  set: z.object({ id: Id, roundNumber: z.number() }).nullable(),
  state: z.enum(noteStates),
  fixedIn: VersionNamed.nullable(),
  fixedBy: Id.nullable(),
  /** The states to which the requester may move it. */
  nextStates: z.array(z.enum(noteStates)),
  /** Null if it is not shown on the requested version. */
  place: NotePlace.nullable(),
  /** Oldest first. */
  replies: z.array(NoteReply),
}).meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

/** Omitted fields do not change. A reply has only text and its note's visibility. */
const NoteChange = z.object({
  body: NoteBody.optional(),
  basedOn: words(10_000).optional(),
  section: marks.section.optional(),
  part: marks.part.optional(),
  direction: marks.direction.optional(),
  visibility: marks.visibility.optional(),
})
export type NoteChange = z.infer<typeof NoteChange>

const NotesSeen = z.object({
  /** Null before the first visit. */
  seenAt: InstantMs.nullable(),
})

const notePath = '/api/projects/:projectId/notes/:noteId' as const

export const noteRoutes = contract({
  'GET /api/projects/:projectId/tracks/:trackId/notes': {
    access: 'note.view',
    guests: 'listen',
    summary:
      'Every note of a track, oldest first, with its place on a version: own notes, and those of earlier ' +
      'versions that are not settled before it',
    query: Paging.extend({
      limit: z.coerce.number().int().min(1).max(500).default(200),
      version: Id,
      ids: z
        .string()
        .max(3300)
        .regex(/^[A-Za-z0-9_,-]+$/)
        .optional()
        .describe('Only these notes, divided by commas'),
    }),
    answer: page(Note),
  },
  'POST /api/projects/:projectId/tracks/:trackId/notes': {
    access: 'note.add',
    guests: 'comment',
    summary: 'Write a note on a version, at a moment or (with toSeconds) on a range',
    body: NoteWords.extend({ ...withFiles, versionId: Id }).refine(saysSomething, nothingSaid),
    answer: Note,
  },
  [`POST ${notePath}/replies` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary: 'Reply to a note',
    body: z.object(withFiles).refine(saysSomething, nothingSaid),
    answer: NoteReply,
  },
  [`PATCH ${notePath}` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary:
      'Change one’s own note, or the words of one’s own reply; `basedOn` are the words as they were seen: others ' +
      'are not overwritten (409)',
    body: NoteChange,
    answer: Done,
  },
  'GET /api/projects/:projectId/tracks/:trackId/notes/seen': {
    access: 'note.view',
    guests: 'listen',
    summary: 'Until when the caller has seen the notes of a track',
    answer: NotesSeen,
  },
  'PUT /api/projects/:projectId/tracks/:trackId/notes/seen': {
    access: 'note.view',
    tokens: ['notes'],
    guests: 'listen',
    summary: 'Record until when the caller has seen the notes of a track; never moves back',
    body: z.object({ seenAt: InstantMs.nonnegative() }),
    answer: NotesSeen,
  },
  [`DELETE ${notePath}` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary: 'Delete one’s own note or reply; owners any',
    answer: Done,
  },
  [`POST ${notePath}/restore` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary: 'Restore a deleted note or reply',
    answer: Done,
  },
  [`PUT ${notePath}/state` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary: 'Fixed in a version (editors), verified or open again (its author)',
    body: z.discriminatedUnion('state', [
      z.object({ state: z.literal('fixed'), versionId: Id }),
      z.object({ state: z.enum(['verified', 'open']) }),
    ]),
    answer: Done,
  },
  [`PUT ${notePath}/reactions` as const]: {
    access: 'note.add',
    guests: 'comment',
    summary: 'Add an emoji to a note or reply, or remove it',
    body: z.object({ emoji: z.enum(noteReactions), chosen: z.boolean() }),
    answer: Done,
  },
})

export const noteErrors = refusals({
  'note.range': [400, 'A range must end after it starts.'],
  'note.beyond': [400, 'This is after the end of the version.'],
  'round.is_open': [409, 'A round of this track is still open. Close it first.'],
  'round.is_closed': [409, 'This round is closed.'],
  'round.due': [400, 'A deadline must be in the future.'],
  'round.full': [409, 'This round is full of drafts. Send them first.'],
  'round.empty': [409, 'There are no drafts to send.'],
  'note.not_yours': [403, 'Only the author of a note can change it.'],
  'note.state': [403, 'Only editors can fix a note, and only its author can verify or reopen it.'],
  'attachment.length': [411, 'Send the length of the file as content-length.'],
  'attachment.too_large': [413, 'Files on notes can be up to 100 MB. Upload larger recordings as versions.'],
  'attachment.empty': [400, 'The file is empty.'],
  'attachment.broken_off': [400, 'The file arrived incomplete. Send it again.'],
  'attachment.gone': [409, 'A file on this note no longer exists. Attach it again.'],
  'note.too_many': [429, 'Too much was sent through this link in the last hour. Wait a while, then send it again.'],
})
