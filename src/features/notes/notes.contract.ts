import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, page, Paging, words } from '#shared/shapes.ts'
import { noteReactions } from './note-emoji.ts'

export const noteStates = ['open', 'fixed', 'verified'] as const
export type NoteState = (typeof noteStates)[number]

/** Plain text. Links and names after an @ are made visible by the screen. */
export const NoteBody = words(10_000).trim().min(1, 'Required')
const At = z.number().nonnegative().max(360_000)

const Said = z.object({
  id: Id,
  authorId: Id,
  /** Null once the account is deleted. */
  authorName: z.string().nullable(),
  body: z.string(),
  /** Who is named in it, in the words it names them by. */
  mentions: z.array(z.object({ userId: Id, name: z.string() })),
  /** One for each emoji that somebody chose. */
  reactions: z.array(z.object({ emoji: z.enum(noteReactions), userIds: z.array(Id) })),
  createdAt: InstantMs,
  editedAt: InstantMs.nullable(),
})

export const NoteReply = Said.meta({ id: 'NoteReply' })
export type NoteReply = z.infer<typeof NoteReply>

const VersionNamed = z.object({ id: Id, number: z.number() })

/** Where a note stands on the version that was asked for, in that version's own seconds. */
export const NotePlace = z
  .object({
    fromSeconds: z.number(),
    /** Null for a moment. */
    toSeconds: z.number().nullable(),
    /** `own`: it was written there. `aligned`: moved as the two versions lie to each other. `same-time`: nothing says how they lie. */
    by: z.enum(['own', 'aligned', 'same-time']),
  })
  .meta({ id: 'NotePlace' })
export type NotePlace = z.infer<typeof NotePlace>

export const Note = Said.extend({
  trackId: Id,
  /** The version it was written on, with its times in that version's seconds. */
  version: VersionNamed,
  fromSeconds: z.number(),
  toSeconds: z.number().nullable(),
  state: z.enum(noteStates),
  fixedIn: VersionNamed.nullable(),
  fixedBy: Id.nullable(),
  /** The states into which the asker may bring it. */
  nextStates: z.array(z.enum(noteStates)),
  /** Null where it is not shown on the version that was asked for. */
  place: NotePlace.nullable(),
  /** Oldest first. */
  replies: z.array(NoteReply),
}).meta({ id: 'Note' })
export type Note = z.infer<typeof Note>

const notePath = '/api/projects/:projectId/notes/:noteId' as const

export const noteRoutes = contract({
  'GET /api/projects/:projectId/tracks/:trackId/notes': {
    access: 'note.view',
    summary: 'Every note of a track, oldest first, with its place on a version: own notes, and those of earlier versions that are not settled before it',
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(500).default(200), version: Id }),
    answer: page(Note),
  },
  'POST /api/projects/:projectId/tracks/:trackId/notes': {
    access: 'note.add',
    summary: 'Write a note on a version, at a moment or (with toSeconds) on a range',
    body: z.object({ versionId: Id, fromSeconds: At, toSeconds: At.nullable(), body: NoteBody }),
    answer: Note,
  },
  [`POST ${notePath}/replies` as const]: { access: 'note.add', summary: 'Answer a note', body: z.object({ body: NoteBody }), answer: NoteReply },
  [`PATCH ${notePath}` as const]: { access: 'note.add', summary: 'Change the words of one’s own note or reply; `basedOn` are the words as they were seen: others are not overwritten (409)', body: z.object({ body: NoteBody, basedOn: z.string().max(10_000).optional() }), answer: Done },
  [`DELETE ${notePath}` as const]: { access: 'note.add', summary: 'Delete one’s own note or reply; owners any', answer: Done },
  [`POST ${notePath}/restore` as const]: { access: 'note.add', summary: 'Bring a deleted note or reply back', answer: Done },
  [`PUT ${notePath}/state` as const]: {
    access: 'note.add',
    summary: 'Fixed in a version (editors), verified or open again (its author)',
    body: z.discriminatedUnion('state', [z.object({ state: z.literal('fixed'), versionId: Id }), z.object({ state: z.enum(['verified', 'open']) })]),
    answer: Done,
  },
  [`PUT ${notePath}/reactions` as const]: { access: 'note.add', summary: 'Choose an emoji for a note or reply, or take it back', body: z.object({ emoji: z.enum(noteReactions), chosen: z.boolean() }), answer: Done },
})
