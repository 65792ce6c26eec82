import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Done, Id, InstantMs, Name, page, Paging, words } from '#shared/shapes.ts'
import { MOST_TRACKS_AT_ONCE } from '#features/tracks/track-batch-limit.ts'
import { MESSAGE_LENGTH, MOST_OPENS, MOST_PERSONS } from './shares.policy.ts'

/** What a guest may do besides listening. */
export const ShareMay = z
  .object({
    comment: z.boolean(),
    /** Whether others' notes are visible; one's own always are. */
    seeNotes: z.boolean(),
    approve: z.boolean(),
    download: z.boolean(),
    /** Whether downloads include the original and lossless formats; otherwise they are MP3 only. */
    original: z.boolean().optional(),
    upload: z.boolean(),
    /** Whether they see and download the files of what the link opens, but never those for editors only. */
    files: z.boolean().optional(),
  })
  .meta({ id: 'ShareMay' })
export type ShareMay = z.infer<typeof ShareMay>

/** What a link gives access to: a project with all its tracks, including later ones; some tracks; or one version. */
export const ShareWhat = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('project'), latestOnly: z.boolean() }),
    z.object({
      kind: z.literal('tracks'),
      trackIds: z.array(Id).min(1).max(MOST_TRACKS_AT_ONCE),
      latestOnly: z.boolean(),
    }),
    z.object({ kind: z.literal('version'), trackId: Id, versionId: Id }),
  ])
  .meta({ id: 'ShareWhat' })
export type ShareWhat = z.infer<typeof ShareWhat>

const Counts = { opened: z.number(), played: z.number(), downloads: z.number(), lastSeenAt: InstantMs.nullable() }

/** How far somebody listened to a track. */
const Heard = z.object({
  trackId: Id,
  trackTitle: z.string(),
  played: z.number(),
  furthestSeconds: z.number(),
  durationSeconds: z.number().nullable(),
  downloads: z.number(),
})

export const shareStates = ['working', 'not-yet', 'expired', 'revoked'] as const

export const Share = z
  .object({
    id: Id,
    projectId: Id,
    projectName: z.string(),
    /** The person the link was made for, if any. */
    person: z.string().nullable(),
    /** Shown only to those who manage links. */
    label: z.string(),
    message: z.string(),
    what: ShareWhat,
    /** The titles of the tracks, unless it is the whole project. */
    titles: z.array(z.string()),
    versionNumber: z.number().nullable(),
    may: ShareMay,
    hasPassword: z.boolean(),
    startsAt: InstantMs.nullable(),
    expiresAt: InstantMs.nullable(),
    /** Whom the link is for: who open it with a code that is mailed to them. Null or left out: anyone. */
    addresses: z.array(z.string()).nullable().optional(),
    /** How many visitors may open the link: each counts once, the first time. Null or left out: any number. */
    mostOpens: z.number().nullable().optional(),
    /** How many visitors have opened it, members left out. Who has, keeps access when no more are let in. */
    visits: z.number().optional(),
    revokedAt: InstantMs.nullable(),
    state: z.enum(shareStates),
    createdAt: InstantMs,
    createdBy: z.object({ id: Id, name: z.string() }).nullable(),
    /** The link to send. Null if the server's secret has changed since: rotate it to get a new one. */
    url: z.string().nullable(),
    ...Counts,
    guests: z.number(),
    /** The furthest that any guest listened, over all tracks: 0..1 of the duration. */
    furthest: z.number().nullable(),
  })
  .meta({ id: 'Share' })
export type Share = z.infer<typeof Share>

export const ShareGuest = z
  .object({
    id: Id,
    /** Null until the guest gives one. */
    name: z.string().nullable(),
    /** An account claimed this guest's notes, or opened the link signed in. */
    hasAccount: z.boolean(),
    ...Counts,
    /** Downloads of the project's files, which `downloads` contains. */
    fileDownloads: z.number(),
    heard: z.array(Heard),
  })
  .meta({ id: 'ShareGuest' })
export type ShareGuest = z.infer<typeof ShareGuest>

/** The result of opening a link. All states but `open` reveal nothing else. */
export const ShareDoor = z
  .discriminatedUnion('state', [
    z.object({
      state: z.enum([
        'gone',
        'expired',
        'not-yet',
        'used-up',
        'password',
        'wrong-password',
        'address',
        'code',
        'wrong-code',
      ]),
    }),
    z.object({ state: z.literal('wait'), seconds: z.number() }),
    z.object({
      state: z.literal('open'),
      /** The project id for the product's routes. */
      projectId: Id,
      message: z.string(),
      /** What the project's generated cover is drawn from: 32 bits of its id's hash, which lead nowhere. */
      coverSeed: z.number(),
      sharedBy: z.string().nullable(),
      kind: z.enum(['project', 'tracks', 'version']),
      latestOnly: z.boolean(),
      may: ShareMay,
      expiresAt: InstantMs.nullable(),
      /** The author of the guest's notes. The name is null until the guest gives one. */
      guest: z.object({ id: Id, name: z.string().nullable(), hasAccount: z.boolean() }),
      /** The name of the person the link was made for. */
      suggestedName: z.string().nullable(),
      /** The project's own id, if the user is a member. */
      memberOf: Id.nullable(),
      /** Notes by this browser's guest from before sign-in. */
      claimable: z.number(),
    }),
  ])
  .meta({ id: 'ShareDoor' })
export type ShareDoor = z.infer<typeof ShareDoor>
export type OpenDoor = Extract<ShareDoor, { state: 'open' }>

const Guard = {
  password: z.string().min(1).max(128).nullable(),
  startsAt: InstantMs.nullable(),
  expiresAt: InstantMs.nullable(),
  /** Only these get in, by a code that is mailed to them; instead of a password. */
  addresses: z.array(z.email().max(254)).min(1).max(MOST_PERSONS).nullable(),
  mostOpens: z.number().int().min(1).max(MOST_OPENS).nullable(),
}
const Words = { label: words(200).trim(), message: words(MESSAGE_LENGTH).trim() }

/** What a guest's page reports from time to time. */
export const Played = z.object({
  trackId: Id,
  started: z.boolean(),
  furthestSeconds: z.number().nonnegative().max(360_000),
})

const sharePath = '/api/projects/:projectId/shares/:shareId' as const

export const shareRoutes = contract({
  'GET /api/shares': {
    access: 'signed-in',
    tokens: ['manage'],
    summary: 'Every share link that the caller may manage in all projects, the latest first',
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    answer: page(Share),
  },
  'GET /api/projects/:projectId/shares': {
    access: 'share.manage',
    summary: 'Share links of the project with their use, the latest first; revoked ones included',
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    answer: page(Share),
  },
  'POST /api/projects/:projectId/shares': {
    access: 'share.manage',
    audit: 'share.made',
    summary: 'Make a share link; with persons, one for each of them',
    body: z.object({
      what: ShareWhat,
      may: ShareMay,
      persons: z.array(Name).max(MOST_PERSONS).default([]),
      /** A link of the same project whose password and addresses the new ones have, too; nobody can read a password. */
      passwordOf: Id.optional(),
      ...z.object({ ...Guard, ...Words }).partial().shape,
    }),
    answer: z.object({ items: z.array(Share), nextCursor: z.null() }),
  },
  [`PATCH ${sharePath}` as const]: {
    access: 'share.manage',
    audit: 'share.changed',
    summary: 'Change a link’s reach, rights, password or text; after a new password guests must enter it',
    body: z.object({ what: ShareWhat, may: ShareMay, person: Name.nullable(), ...Guard, ...Words }).partial(),
    answer: Share,
  },
  [`DELETE ${sharePath}` as const]: {
    access: 'share.manage',
    audit: 'share.revoked',
    summary: 'Revoke a share link at once',
    answer: Done,
  },
  [`POST ${sharePath}/restore` as const]: {
    access: 'share.manage',
    audit: 'share.restored',
    summary: 'Make a revoked link work again',
    answer: Share,
  },
  [`POST ${sharePath}/rotate` as const]: {
    access: 'share.manage',
    audit: 'share.rotated',
    summary: 'Give a link a new URL; the old one stops working at once',
    answer: Share,
  },
  [`GET ${sharePath}/guests` as const]: {
    access: 'share.manage',
    summary: 'Who opened a link, and how far they listened',
    query: Paging.extend({ limit: z.coerce.number().int().min(1).max(200).default(100) }),
    answer: page(ShareGuest),
  },

  'POST /api/share/:token': {
    access: 'public',
    tokens: [],
    ownTransactions: true,
    summary:
      'Open a share link: sets a guest’s cookie; answers its content, why there is none, or what it asks for first',
    body: z.object({
      password: z.string().max(128).optional(),
      /** Where a link is for given addresses: one’s own, to get a code. */
      address: z.email().max(254).optional(),
      /** The code that was mailed. */
      code: z.string().max(20).optional(),
    }),
    answer: ShareDoor,
  },
  'GET /api/share/:token/cover': {
    access: 'public',
    tokens: [],
    summary: 'The picture that a chat shows for a share link which anyone can open',
    answer: 'raw',
  },
  'PUT /api/projects/:projectId/guest': {
    access: 'share.visit',
    guests: 'listen',
    summary: 'Set one’s name as a guest',
    body: z.object({ name: Name }),
    answer: Done,
  },
  'POST /api/projects/:projectId/plays': {
    access: 'share.visit',
    guests: 'listen',
    summary: 'Report what a guest has heard since the last report',
    body: z.object({ items: z.array(Played).max(50) }),
    answer: Done,
  },
  'POST /api/projects/:projectId/claim': {
    access: 'share.visit',
    guests: 'listen',
    summary: 'Take over what this browser’s guest wrote before signing in',
    answer: z.object({ notes: z.number() }),
  },
})

export const shareErrors = refusals({
  'share.download': [403, 'A link cannot allow downloads that you cannot make yourself.'],
  'share.one_guard': [400, 'A link has a password or a code by mail, not both.'],
  'share.no_mail': [409, 'This server sends no e-mail, so it cannot send codes.'],
  'share.dates': [400, 'The link would end before it begins.'],
  'share.too_many': [409, 'This project has too many links. Turn off some that are no longer needed.'],
})
