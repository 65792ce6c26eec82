import { configuredProviders, providerNames } from '#server/auth/provider-settings.ts'
import { serve } from '#server/router/route-table.ts'
import { listOutbox } from '#server/mail/mail-outbox.ts'
import { productVersion } from '#server/product-version.ts'
import { accountRoutes } from '../account.contract.ts'
import {
  disablePerson,
  enablePerson,
  listPeople,
  makeAdmin,
  signOutEverywhere,
  unmakeAdmin,
} from './admin-people.queries.ts'
import { endSession, listSessions } from './admin-sessions.queries.ts'
import { makePerson } from './make-person.ts'
import { makePasswordLink } from './password-link.ts'
import { isFresh, needsSetupToken } from './admission.queries.ts'
import { confirmFarewell, readFarewell } from './account-deletion.queries.ts'
import { readMe, readPerson } from './people.queries.ts'
import { changeServerSettings, readServerSettings, signUpRule } from './server-settings.queries.ts'
import { sendOwnData } from './send-own-data.ts'
import { sendTestMail } from './test-mail.ts'
import { changeUserSettings, readUserSettings } from './user-settings.queries.ts'

export const serveAccount = serve(accountRoutes, {
  'GET /api/server': async ({ scope, request }) => {
    const { config, db } = scope
    return {
      version: productVersion(),
      fresh: await isFresh(db),
      setupToken: needsSetupToken(config, request),
      signUp: await signUpRule(db, config),
      methods: {
        emailPassword: config.EMAIL_PASSWORD,
        username: config.USERNAMES,
        magicLink: config.MAGIC_LINKS,
        social: configuredProviders(config).map((id) => ({ id, name: providerNames[id] })),
      },
      account: {
        changeEmail: config.CHANGE_EMAIL,
        deleteByMail: config.DELETE_ACCOUNT_BY_MAIL,
        unlinkLast: config.UNLINK_LAST_ACCOUNT,
        freshSessionSeconds: config.FRESH_SESSION_SECONDS,
      },
      requireVerifiedEmail: config.REQUIRE_VERIFIED_EMAIL,
      mail: config.SMTP_URL !== undefined,
      passwordMinLength: config.PASSWORD_MIN_LENGTH,
      passwordMaxLength: config.PASSWORD_MAX_LENGTH,
    }
  },
  'GET /api/users/me': ({ scope }) => readMe(scope),
  'GET /api/users/:userId': ({ scope, params }) => readPerson(scope, params.userId),
  'GET /api/users/me/settings': ({ scope }) => readUserSettings(scope),
  'PATCH /api/users/me/settings': ({ scope, body }) => changeUserSettings(scope, body),
  'GET /api/users/me/data': ({ scope, reply }) => sendOwnData(scope, reply),
  'GET /api/users/me/farewell': ({ scope }) => readFarewell(scope),
  'POST /api/users/me/farewell': ({ scope, body }) => confirmFarewell(scope, body),
  'GET /api/admin/users': ({ scope, query }) => listPeople(scope, query),
  'POST /api/admin/users': ({ scope, body }) => makePerson(scope, body),
  'POST /api/admin/users/:userId/disable': ({ scope, params }) => disablePerson(scope, params.userId),
  'POST /api/admin/users/:userId/enable': ({ scope, params }) => enablePerson(scope, params.userId),
  'POST /api/admin/users/:userId/make-admin': ({ scope, params }) => makeAdmin(scope, params.userId),
  'POST /api/admin/users/:userId/unmake-admin': ({ scope, params }) => unmakeAdmin(scope, params.userId),
  'POST /api/admin/users/:userId/sign-out': ({ scope, params }) => signOutEverywhere(scope, params.userId),
  'POST /api/admin/users/:userId/password-link': ({ scope, params }) => makePasswordLink(scope, params.userId),
  'GET /api/admin/sessions': ({ scope, query }) => listSessions(scope, query),
  'DELETE /api/admin/sessions/:sessionId': ({ scope, params }) => endSession(scope, params.sessionId),
  'GET /api/admin/settings': ({ scope }) => readServerSettings(scope),
  'PATCH /api/admin/settings': ({ scope, body }) => changeServerSettings(scope, body),
  'POST /api/admin/test-mail': async ({ scope, reply }) => void (await reply.send(await sendTestMail(scope))),
  'GET /api/admin/outbox': async ({ scope, query }) => {
    const before = query.cursor && Buffer.from(query.cursor, 'base64url').toString()
    const mails = await listOutbox(scope, { limit: query.limit + 1, before })
    const items = mails.slice(0, query.limit)
    const last = mails.length > query.limit ? items.at(-1) : undefined
    return { items, nextCursor: last ? Buffer.from(last.id).toString('base64url') : null }
  },
})
