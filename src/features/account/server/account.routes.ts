import { configuredProviders, providerNames } from '#server/auth/provider-settings.ts'
import { storedDate } from '#server/db/stored-date.ts'
import { testMail } from '#server/mail/account-mails.ts'
import { listOutbox } from '#server/mail/mail-outbox.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { productVersion } from '#server/product-version.ts'
import { serve } from '#server/router/route-table.ts'
import type { UserScope } from '#server/scope.ts'
import { Refusal, refused } from '#shared/errors.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { accountErrors, accountRoutes } from '../account.contract.ts'
import { confirmFarewell, readFarewell } from './account-deletion.queries.ts'
import {
  disablePerson,
  enablePerson,
  listPeople,
  makeAdmin,
  signOutEverywhere,
  unmakeAdmin,
} from './admin-people.queries.ts'
import { endSession, listSessions } from './admin-sessions.queries.ts'
import { isFresh, needsSetupToken } from './admission.queries.ts'
import { makePerson } from './make-person.ts'
import { readMe, readPerson } from './people.queries.ts'
import { sendOwnData } from './send-own-data.ts'
import { changeServerSettings, readServerSettings, signUpRule } from './server-settings.queries.ts'
import { changeUserSettings, readUserSettings } from './user-settings.queries.ts'

/** As the mailed one (section 9 of the specification). */
const LIFE_MS: Milliseconds = 3600_000

/**
 * The very link that a forgotten password is mailed, for admins to hand over where no mail goes out. It is used once.
 */
async function makePasswordLink(
  { db, config, newId, now }: UserScope,
  userId: string,
): Promise<{ url: string; expiresAt: Instant }> {
  if (!config.EMAIL_PASSWORD) throw accountErrors['account.no_passwords']()
  if (!(await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst())) throw refused.not_found()
  const token = newId()
  const at = storedDate(now())
  const expiresAt = now() + LIFE_MS
  await db
    .insertInto('verification')
    .values({
      id: newId(),
      identifier: `reset-password:${token}`,
      value: userId,
      expiresAt: storedDate(expiresAt),
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return {
    url: `${config.baseUrl}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent('/login')}`,
    expiresAt,
  }
}

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

/**
 * Sends at once and outside any transaction, so that the admin hears the mail server's own words. `outbox` tells that
 * no server is configured and the mail lies in the outbox folder.
 */
async function sendTestMail(scope: UserScope): Promise<{ ok: true; to: string; outbox: boolean }> {
  const { actor, config, newId } = scope
  try {
    await sendMail(scope, testMail({ to: actor.email, name: actor.name }), newId())
  } catch (error) {
    throw new Refusal(502, 'mail.failed', error instanceof Error ? error.message : 'The mail server did not answer.')
  }
  return { ok: true, to: actor.email, outbox: config.SMTP_URL === undefined }
}
