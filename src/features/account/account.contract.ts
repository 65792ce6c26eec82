import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Id, InstantMs, Name, page, Paging } from '#shared/shapes.ts'
import { UserSettings, UserSettingsChange } from './user-settings.contract.ts'

const SignUpRule = z.enum(['open', 'invite-only', 'closed'])

/** What people who share a project may know of each other. Never the email address. */
export const Person = z
  .object({ id: Id, name: z.string(), username: z.string().nullable(), image: z.string().nullable() })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const Me = Person.extend({
  email: z.string(),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: InstantMs,
}).meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

/** What the login page needs before sign-in. */
export const ServerFacts = z
  .object({
    version: z.string(),
    /** True until the first account exists; that account becomes the admin. */
    fresh: z.boolean(),
    /** Whether the first account needs the token from the log. */
    setupToken: z.boolean(),
    signUp: SignUpRule,
    methods: z.object({
      emailPassword: z.boolean(),
      username: z.boolean(),
      magicLink: z.boolean(),
      /** The configured providers in the specification's order. */
      social: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    /** Features of the account page. */
    account: z.object({
      changeEmail: z.boolean(),
      deleteByMail: z.boolean(),
      unlinkLast: z.boolean(),
      freshSessionSeconds: z.number(),
    }),
    requireVerifiedEmail: z.boolean(),
    /** False if mails only go to the outbox folder. */
    mail: z.boolean(),
    passwordMinLength: z.number(),
    passwordMaxLength: z.number(),
  })
  .meta({ id: 'ServerFacts' })
export type ServerFacts = z.infer<typeof ServerFacts>

export const ServerSettings = z
  .object({
    /** Who may create an account now. */
    signUp: SignUpRule,
    /** The configured value, which applies again when the setting is removed. */
    configured: z.object({ signUp: SignUpRule }),
  })
  .meta({ id: 'ServerSettings' })
export type ServerSettings = z.infer<typeof ServerSettings>

export const AdminPerson = Me.extend({
  disabledAt: InstantMs.nullable(),
  lastSeenAt: InstantMs.nullable(),
  ways: z.array(z.string()),
}).meta({
  id: 'AdminPerson',
  description:
    'Somebody as the admin sees them; `ways` are the providers they sign in with, `credential` for a password',
})
export type AdminPerson = z.infer<typeof AdminPerson>

export const AdminSession = z
  .object({
    id: Id,
    person: z.object({ id: Id, name: z.string(), image: z.string().nullable() }),
    createdAt: InstantMs,
    lastUsedAt: InstantMs,
    expiresAt: InstantMs,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'AdminSession' })
export type AdminSession = z.infer<typeof AdminSession>

/** Things without another owner, which are deleted with the account unless they are handed over. */
export const Farewell = z
  .object({
    projects: z.array(z.object({ id: Id, name: z.string(), otherMembers: z.number() })),
    organizations: z.array(z.object({ id: Id, name: z.string(), otherMembers: z.number() })),
    /** True once the user confirmed everything: deleting the account then deletes it too. */
    confirmed: z.boolean(),
  })
  .meta({ id: 'Farewell' })
export type Farewell = z.infer<typeof Farewell>

export const OutboxMail = z
  .object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sentAt: z.string(),
  })
  .meta({ id: 'OutboxMail' })
export type OutboxMail = z.infer<typeof OutboxMail>

export const accountRoutes = contract({
  'GET /api/server': {
    access: 'public',
    tokens: 'any',
    summary: 'What this server offers to somebody who is not signed in',
    answer: ServerFacts,
  },
  'GET /api/users/me': { access: 'signed-in', tokens: 'any', summary: 'The signed-in person', answer: Me },
  'GET /api/users/:userId': {
    access: 'signed-in',
    tokens: ['read'],
    summary: 'The caller, or somebody who shares a project or an organization with them',
    answer: Person,
  },
  'GET /api/users/me/settings': {
    access: 'signed-in',
    tokens: [],
    summary: 'The signed-in person’s settings: keys and playback',
    answer: UserSettings,
  },
  'PATCH /api/users/me/settings': {
    access: 'signed-in',
    tokens: [],
    summary: 'Replace the given parts',
    body: UserSettingsChange,
    answer: UserSettings,
  },
  'GET /api/users/me/data': {
    access: 'signed-in',
    tokens: [],
    audit: 'account.exported',
    summary:
      'Everything that is kept of the signed-in person, as one file of JSON (docs/formats/own-data.md); needs a ' +
      'session that is fresh, ten times an hour at most',
    answer: 'raw',
  },
  'GET /api/users/me/farewell': {
    access: 'signed-in',
    tokens: [],
    summary:
      'Projects and organizations that only the caller owns, to hand over or to confirm for deletion with the account',
    answer: Farewell,
  },
  'POST /api/users/me/farewell': {
    access: 'signed-in',
    tokens: [],
    summary: 'Confirm that these are deleted together with the account, if that happens within 24 hours',
    body: z.object({
      projectIds: z.array(Id).max(1000).default([]),
      organizationIds: z.array(Id).max(1000).default([]),
    }),
    answer: Farewell,
  },
  'GET /api/admin/users': {
    access: 'admin',
    summary: 'Everybody with an account, newest first',
    query: Paging.extend({ search: z.string().max(200).optional() }),
    answer: page(AdminPerson),
  },
  'POST /api/admin/users': {
    access: 'admin',
    audit: 'admin.person_made',
    auditKeeps: ['userId'],
    summary:
      'Make an account for somebody, whoever may sign up by themselves; its address counts as verified, and it ' +
      'has no password until a link is handed over',
    body: z.object({ name: Name, email: z.email().max(254) }),
    answer: z.object({ userId: Id }),
  },
  'POST /api/admin/users/:userId/disable': {
    access: 'admin',
    audit: 'admin.disabled',
    summary: 'Sign somebody out everywhere and disable their account',
    answer: AdminPerson,
  },
  'POST /api/admin/users/:userId/enable': {
    access: 'admin',
    audit: 'admin.enabled',
    summary: 'Enable a disabled account',
    answer: AdminPerson,
  },
  'POST /api/admin/users/:userId/make-admin': {
    access: 'admin',
    audit: 'admin.made',
    summary: 'Make somebody an admin of the server',
    answer: AdminPerson,
  },
  'POST /api/admin/users/:userId/unmake-admin': {
    access: 'admin',
    audit: 'admin.unmade',
    summary: 'Make an admin an ordinary person; at least one admin who may sign in must remain',
    answer: AdminPerson,
  },
  'POST /api/admin/users/:userId/sign-out': {
    access: 'admin',
    audit: 'admin.signed_out',
    summary: 'End all sessions of a person',
    answer: AdminPerson,
  },
  // Without an idempotent answer, because storing one would store the link.
  'POST /api/admin/users/:userId/password-link': {
    access: 'admin',
    audit: 'admin.password_link',
    ownTransactions: true,
    summary: 'A link by which somebody chooses a new password within an hour, to hand over',
    answer: z.object({ url: z.string(), expiresAt: InstantMs }),
  },
  'GET /api/admin/sessions': {
    access: 'admin',
    summary: 'All sessions, the last used first',
    query: Paging,
    answer: page(AdminSession),
  },
  'DELETE /api/admin/sessions/:sessionId': {
    access: 'admin',
    audit: 'admin.session_ended',
    auditKeeps: ['userId'],
    summary: 'End a session',
    answer: z.object({ userId: Id }),
  },
  'GET /api/admin/settings': {
    access: 'admin',
    summary: 'Settings that can change while the server runs',
    answer: ServerSettings,
  },
  'PATCH /api/admin/settings': {
    access: 'admin',
    audit: 'admin.settings_changed',
    auditKeeps: ['signUp'],
    summary: 'Change who may sign up; null returns to the configuration',
    body: z.object({ signUp: SignUpRule.nullable() }),
    answer: ServerSettings,
  },
  'POST /api/admin/test-mail': {
    access: 'admin',
    summary:
      'Send a mail to oneself and tell how it went: { ok: true, to, outbox }, or ' +
      '502 mail.failed with the mail server’s words',
    answer: 'raw',
  },
  'GET /api/admin/outbox': {
    access: 'admin',
    summary: 'Mails kept in the outbox folder, newest first',
    query: Paging,
    answer: page(OutboxMail),
  },
})

export const accountErrors = refusals({
  'account.only_owner': [
    409,
    'You are the only owner of projects or organizations. Hand them over, or ' +
      'confirm that they are deleted with your account.',
  ],
  'account.taken': [409, 'An account with this address already exists.'],
  'account.self': [409, 'You cannot disable your own account.'],
  'account.last_admin': [409, 'This is the only admin who can sign in. Make someone else an admin first.'],
  'account.no_passwords': [409, 'Signing in with a password is turned off on this server.'],
  // The sign-in library's code, which the client already handles.
  SESSION_IS_NOT_FRESH: [403, 'Session is not fresh'],
})
