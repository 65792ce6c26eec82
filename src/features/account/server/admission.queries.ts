import type { FastifyRequest } from 'fastify'
import type { Admission, Admit } from '#server/auth/admission.ts'
import { type Config, isLoopback } from '#server/config.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Services } from '#server/services.ts'
import { invitedAddresses, isOpenInvite } from './account-hooks.ts'
import { signUpRule } from './server-settings.queries.ts'

/** Whether the server has no account yet; the first one becomes its admin. */
export async function isFresh(db: Db): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * On a fresh server that others can reach, the first account needs the token from the log. A server that listens on
 * loopback only can be reached through a configured proxy: docs/decisions/0027.
 */
export function needsSetupToken(
  { HOST, TRUSTED_PROXIES, baseUrl }: Pick<Config, 'HOST' | 'TRUSTED_PROXIES' | 'baseUrl'>,
  { headers }: FastifyRequest,
): boolean {
  if (!isLoopback(HOST)) return true
  const hasProxy = TRUSTED_PROXIES > 0 || !isLoopback(new URL(baseUrl).hostname)
  return hasProxy && proxyHeaders.some((name) => headers[name] !== undefined)
}

/** Headers that proxies add. */
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Whether this request may create an account. */
export function admission({ config, database, now }: Services, setupToken: string): Admit {
  return async (request) => {
    if (!mayMakeAccounts(request)) return undefined
    if (await isFresh(database.db))
      return needsSetupToken(config, request) && request.headers['x-setup-token'] !== setupToken
        ? tokenMissing
        : undefined
    const rule = await signUpRule(database.db, config)
    if (rule === 'open') return undefined
    if (rule === 'closed') return closed
    return (await holdsInvite(database.db, request, now()))
      ? undefined
      : { ...uninvited, invited: await whoIsInvited(database.db, now()) }
  }
}

const tokenMissing: Admission = {
  code: 'SETUP_TOKEN_REQUIRED',
  message: 'The first account needs the setup token from the server’s log',
}
const closed: Admission = { code: 'SIGN_UP_CLOSED', message: 'This server is closed to new accounts' }
const uninvited = { code: 'SIGN_UP_INVITE_ONLY', message: 'You need an invitation to create an account here' }

function mayMakeAccounts({ url }: FastifyRequest): boolean {
  return /^\/api\/auth\/(sign-up|sign-in\/social|sign-in\/magic-link|magic-link\/verify|callback)(\/|\?|$)/.test(url)
}

/**
 * Looks in a header from our own page, in the return URL, or in the URL stored with a social sign-in's state. A link
 * made for one address counts by that address alone.
 */
async function holdsInvite(db: Db, request: FastifyRequest, now: number): Promise<boolean> {
  const given = request.headers['x-invite-id']
  const id =
    typeof given === 'string' ? given : (inviteIn(decoded(request.url)) ?? inviteIn(await returnAddress(db, request)))
  if (!id) return false
  return (await isOpenInvite.ask(db, id, now)).some(Boolean)
}

/** All invited addresses. They are few, and needed only where sign-up requires an invitation. */
async function whoIsInvited(db: Db, now: number): Promise<ReadonlySet<string>> {
  const addresses = (await invitedAddresses.ask(db, now)).flat()
  return new Set(addresses.map((email) => email.toLowerCase()))
}

function inviteIn(address: string): string | undefined {
  return /[?&]invId(?:=|%3D)([A-Za-z0-9_-]+)/i.exec(address)?.[1]
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** The return URL of a social sign-in or magic link request. */
async function returnAddress(db: Db, { url, body }: FastifyRequest): Promise<string> {
  const state = /^\/api\/auth\/callback\/[^?]*\?(?:.*&)?state=([A-Za-z0-9_-]+)/.exec(url)?.[1]
  if (!state) return Buffer.isBuffer(body) ? body.toString() : ''
  const row = await db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', `auth-state:${state}`)
    .executeTakeFirst()
  return row?.value ?? ''
}
