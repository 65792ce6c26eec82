import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Done, Id, InstantMs, page, Paging } from '#shared/shapes.ts'
import { isTimeZone } from './inbox-times.ts'
import { defaultChannels, mailTimes, muteLevels, notificationKinds } from './notification-kinds.ts'

const Kind = z.enum(notificationKinds)

/** One unread notification, with current names. */
export const InboxItem = z
  .object({
    id: Id,
    kind: Kind,
    at: InstantMs,
    readAt: InstantMs.nullable(),
    /** Null for the server itself; without a name if the account was deleted. */
    actor: z
      .object({
        id: Id,
        name: z.string().nullable(),
        image: z.string().nullable(),
        joinOrder: z.number().nullable(),
        /** Of a share link. */
        isGuest: z.boolean(),
      })
      .nullable(),
    project: z.object({ id: Id, name: z.string() }),
    track: z.object({ id: Id, title: z.string() }).nullable(),
    version: z.object({ id: Id, number: z.number() }).nullable(),
    /** More than one if several were approved together; then there is no track. */
    tracks: z.number(),
    /** Its position on that version, in seconds; null if the note was written on another one. */
    note: z.object({ id: Id, fromSeconds: z.number().nullable() }).nullable(),
    /** `number` as shown: LT-41. */
    task: z.object({ id: Id, number: z.string(), title: z.string() }).nullable(),
    /** The webhook's host; with an organization if it covers all its projects. */
    webhook: z.object({ id: Id, host: z.string(), organizationId: Id.nullable() }).nullable(),
    /** The text it is about, shortened. */
    excerpt: z.string().nullable(),
  })
  .meta({ id: 'InboxItem' })
export type InboxItem = z.infer<typeof InboxItem>

const Clock = z.number().int().min(0).max(1439)
const ChannelsShape = z.object({ inApp: z.boolean(), mail: z.enum(mailTimes), push: z.boolean() })
/** Only the given channels of each kind; the rest does not change. */
export const ChannelChoices = z.partialRecord(Kind, ChannelsShape.partial())

/** Times are minutes since midnight in `timeZone`. */
export const MailTimes = z.object({
  /** Mails and pushes wait until quiet hours end; `to` may be on the next day. */
  quiet: z.object({ from: Clock, to: Clock }).nullable(),
  digestAt: Clock,
  timeZone: z.string().max(64).refine(isTimeZone, 'Unknown time zone'),
})

export type MailTimes = z.infer<typeof MailTimes>

const PersonSettings = MailTimes.extend({ channels: z.record(Kind, ChannelsShape) })
export type PersonSettings = z.infer<typeof PersonSettings>

export const InboxSettings = PersonSettings.extend({
  /** Projects that are fully or partly muted. */
  mutes: z.array(z.object({ projectId: Id, projectName: z.string(), level: z.enum(muteLevels).exclude(['none']) })),
  /** False if mails only go to the outbox folder. */
  sendsMail: z.boolean(),
  /** False if push is not configured. */
  sendsPush: z.boolean(),
  /** False until the user has set a time zone; until then it is the server's. */
  knowsTimeZone: z.boolean(),
}).meta({ id: 'InboxSettings' })
export type InboxSettings = z.infer<typeof InboxSettings>

export const InboxSettingsChange = MailTimes.partial().extend({ channels: ChannelChoices.optional() })
export type InboxSettingsChange = z.infer<typeof InboxSettingsChange>

const UnsubscribeToken = z.object({ token: z.string().max(500) })
/** Mails of a kind, mails about a project, or the digest. */
export const Unsubscribing = z
  .object({ from: z.enum(['kind', 'project', 'digest']), kind: Kind.nullable() })
  .meta({ id: 'Unsubscribing' })
export type Unsubscribing = z.infer<typeof Unsubscribing>

/** The defaults: mornings, in the server's time zone. */
export function defaultSettings(): PersonSettings {
  return {
    channels: { ...defaultChannels },
    quiet: null,
    digestAt: 8 * 60,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

export const UnreadCount = z
  .object({ unread: z.number(), projects: z.array(z.object({ projectId: Id, unread: z.number() })) })
  .meta({ id: 'UnreadCount' })
export type UnreadCount = z.infer<typeof UnreadCount>

export const inboxRoutes = contract({
  'GET /api/inbox': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'The caller’s notifications, newest first, as far as they may still see them',
    query: Paging.extend({ kind: Kind.optional(), unread: z.enum(['true', 'false']).default('false') }),
    answer: page(InboxItem),
  },
  'GET /api/inbox/count': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'Number of unread notifications, and of each project that has any',
    answer: UnreadCount,
  },
  'PUT /api/inbox/:notificationId/read': {
    access: 'signed-in',
    tokens: [],
    summary: 'Mark a notification as read, or as unread again',
    body: z.object({ read: z.boolean() }),
    answer: Done,
  },
  'POST /api/inbox/read-all': {
    access: 'signed-in',
    tokens: [],
    summary: 'Mark all notifications, or one kind, as read; undo with `readAt`',
    body: z.object({ kind: Kind.optional() }),
    answer: z.object({ count: z.number(), readAt: InstantMs }),
  },
  'POST /api/inbox/read-all/undo': {
    access: 'signed-in',
    tokens: [],
    summary: 'Mark as unread what was marked as read together',
    body: z.object({ readAt: InstantMs }),
    answer: Done,
  },
  'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/untold': {
    access: 'version.edit',
    tokens: [],
    summary: 'Take back the news of one’s own upload from everybody who has not read it yet',
    answer: z.object({ count: z.number().describe('How many people no longer have it') }),
  },
  'GET /api/inbox/settings': {
    access: 'signed-in',
    tokens: [],
    summary: 'The caller’s notification settings',
    answer: InboxSettings,
  },
  'PATCH /api/inbox/settings': {
    access: 'signed-in',
    tokens: [],
    summary: 'Change the given notification settings',
    body: InboxSettingsChange,
    answer: InboxSettings,
  },
  'GET /api/unsubscribe': {
    access: 'public',
    tokens: [],
    summary: 'What an unsubscribe link would stop; does not reveal whose mail it was',
    query: UnsubscribeToken,
    answer: Unsubscribing,
  },
  'POST /unsubscribe': {
    access: 'public',
    tokens: [],
    summary: 'Stop these mails, as the link’s page or a mail program does (RFC 8058): { ok: true }',
    query: UnsubscribeToken,
    answer: 'raw',
  },
  'PUT /api/projects/:projectId/mute': {
    access: 'project.view',
    summary: 'Which notifications of a project the caller gets: all, only the inbox, or none',
    body: z.object({ level: z.enum(muteLevels) }),
    answer: Done,
  },
})
