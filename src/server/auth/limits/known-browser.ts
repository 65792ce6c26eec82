import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, type Instant } from '#shared/units.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/open-database.ts'
import type { Services } from '../../services.ts'
import { sessionToken } from '../session/session-cookie.ts'
import type { Standing } from './try-standing.ts'

/** The longest that browsers keep a cookie. */
const LIFE_MS = 400 * DAY_MS
/** A shared browser is remembered for this many accounts, most recent first. */
const MOST_ACCOUNTS = 5

interface Entry {
  readonly browser: string
  readonly issuedAt: Instant
  readonly signature: string
}

/** The account whose tries are counted. */
export interface Account {
  readonly userId: string
  readonly takenOverAt: Instant | null
}

/**
 * Recognizes a browser in which somebody signed in to an account before, so that strangers who guess passwords cannot
 * lock the owner out (OWASP, "Device cookies"). It grants no access: its tries are only counted separately. One cookie
 * holds an entry per account, signed together with the account’s id, which the cookie does not contain.
 */
function isKnownBrowser(
  cookieHeader: string | null | undefined,
  { config, secret, account, now }: Omit<Asking, 'cookieName'>,
): boolean {
  return entriesIn(cookieHeader, config).some((entry) => isOf(entry, account, secret, now))
}

/**
 * The cookie that makes a browser known once more; undefined where it is fresh enough. The browser’s name is made from
 * its session, so that a stolen one is a single browser, however often it asks.
 */
export function knownBrowserCookie(
  cookieHeader: string | null | undefined,
  {
    config,
    secret,
    account,
    sessionId,
    now,
  }: {
    readonly config: Config
    readonly secret: string
    readonly account: Account
    readonly sessionId: string
    readonly now: Instant
  },
): { readonly name: string; readonly value: string; readonly maxAge: number } | undefined {
  const entries = entriesIn(cookieHeader, config)
  const own = entries.find((entry) => isOf(entry, account, secret, now))
  if (own && now - own.issuedAt < DAY_MS) return undefined
  const browser = own?.browser ?? browserOf(sessionId, secret)
  const entry = { browser, issuedAt: now, signature: signatureOf(browser, now, account.userId, secret) }
  const value = [entry, ...entries.filter((other) => other !== own && other.browser !== browser)]
    .slice(0, MOST_ACCOUNTS)
    .map((one) => `${one.browser}.${one.issuedAt.toString(36)}.${one.signature}`)
    .join('~')
  return { name: nameFor(config), value, maxAge: LIFE_MS / 1000 }
}

/** Forgets all known browsers of an account: one of them may have been an attacker’s. */
export async function endKnownBrowsers(
  { database: { db }, now }: Pick<Services, 'database' | 'now'>,
  userId: string,
): Promise<void> {
  await db.updateTable('user').set({ takenOverAt: now() }).where('id', '=', userId).execute()
}

interface Asking {
  readonly config: Config
  readonly secret: string
  readonly cookieName: string
  readonly account: Account
  readonly now: Instant
}

/**
 * Which counter a request's tries belong to: the signed-in session, the account's known browsers, or undefined for
 * strangers.
 */
export async function triesAs(
  db: Db,
  cookieHeader: string | null | undefined,
  { config, secret, cookieName, account, now }: Asking,
): Promise<Standing> {
  const session = await liveSession(db, cookieHeader, { secret, cookieName })
  if (session?.userId === account.userId) return { session: `session:${browserOf(session.id, secret)}` }
  return isKnownBrowser(cookieHeader, { config, secret, account, now }) ? 'known' : undefined
}

/** The row of the session that a request carries. Expiry uses the machine’s clock, as the sign-in library does. */
export async function liveSession(
  db: Db,
  cookieHeader: string | null | undefined,
  { secret, cookieName }: { readonly secret: string; readonly cookieName: string },
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const token = cookieHeader ? sessionToken(cookieHeader, cookieName, secret) : undefined
  const row =
    token === undefined
      ? undefined
      : await db
          .selectFrom('session')
          .select(['id', 'userId', 'expiresAt'])
          .where('token', '=', token)
          .executeTakeFirst()
  return row && new Date(row.expiresAt).getTime() >= Date.now() ? row : undefined
}

/** Finds an account by id, email address or username. */
export async function findAccount(
  db: Db,
  field: 'id' | 'email' | 'username',
  typed: string,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'takenOverAt'])
    .where(field, '=', field === 'id' ? typed : typed.toLowerCase())
    .executeTakeFirst()
  return row && { userId: row.id, takenOverAt: row.takenOverAt }
}

function browserOf(sessionId: string, secret: string): string {
  return createHmac('sha256', secret).update(`known-browser-name:${sessionId}`).digest('base64url').slice(0, 16)
}

function isOf(
  { browser, issuedAt, signature }: Entry,
  { userId, takenOverAt }: Account,
  secret: string,
  now: Instant,
): boolean {
  if (issuedAt < (takenOverAt ?? 0) || now - issuedAt > LIFE_MS) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(browser, issuedAt, userId, secret))]
  return given.byteLength === right.byteLength && timingSafeEqual(given, right)
}

function signatureOf(browser: string, issuedAt: Instant, userId: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`known-browser:${userId}:${browser}:${issuedAt}`)
    .digest('base64url')
    .slice(0, 22)
}

function entriesIn(cookieHeader: string | null | undefined, config: Config): readonly Entry[] {
  const name = `${nameFor(config)}=`
  const value =
    cookieHeader
      ?.split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(name))
      ?.slice(name.length) ?? ''
  return value
    .split('~')
    .slice(0, MOST_ACCOUNTS)
    .flatMap((part) => {
      const [browser, issued, signature] = part.split('.')
      const issuedAt = Number.parseInt(issued ?? '', 36)
      return browser && signature && Number.isSafeInteger(issuedAt) ? [{ browser, issuedAt, signature }] : []
    })
}

/** Over https only the `__Host-` name is accepted, which a sibling subdomain cannot set. */
function nameFor({ baseUrl }: Config): string {
  return baseUrl.startsWith('https:') ? '__Host-roughmix.known' : 'roughmix.known'
}
