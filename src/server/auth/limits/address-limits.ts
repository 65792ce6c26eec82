import { isIPv6 } from 'node:net'
import type { Instant } from '#shared/units.ts'
import type { Services } from '../../services.ts'
import { findAccount, liveSession, triesAs } from './known-browser.ts'
import { waitFor, type Counter } from './limits.ts'

/** Paths that try secrets, create accounts or send mails. An entry is a prefix, or the whole path if it ends in `$`. */
const guardedPaths = [
  'sign-in/',
  'sign-up/',
  'forget-password$',
  'reset-password',
  'send-verification-email$',
  'magic-link/',
  'change-password$',
  'change-email$',
  'delete-user',
  'undo-email-change$',
  'link-social$',
  'organization/(invite-member|check-slug)$',
]
const guarded = new RegExp(`^/(${guardedPaths.join('|')})`)

const WINDOW_MS = 60_000
/** All other requests to the sign-in routes. */
const OTHERS_MAX = 600

interface Asked {
  readonly path: string
  readonly address: string
  readonly cookieHeader: string | undefined
  /** Unvalidated. */
  readonly body: unknown
}

type Parts = Pick<Services, 'config' | 'database'> & {
  readonly now: () => Instant
  readonly secret: string
  readonly cookieName: string
}

/**
 * Limits per client address (C8), stored in the database that all processes share. The library's own limiter is not
 * used: its window slides, so steady requests never get out of it, and it counts each token in a path as a path of its
 * own. A browser that is known for the account has its own counter when others have used up the address's, because an
 * office or a mobile network may share one. Returns the seconds to wait; undefined lets the request pass.
 */
export async function addressWait(parts: Parts, asked: Asked): Promise<number | undefined> {
  const {
    config,
    database: { db },
    now,
  } = parts
  const { path, address } = asked
  // Every page reads its session; that is not an attempt.
  if (config.SIGN_IN_RATE_LIMIT === 0 || path === '/get-session' || path === '/ok' || path === '/error')
    return undefined
  const isGuarded = guarded.test(path)
  const place = isGuarded
    ? path
        .split('/')
        .slice(0, path.startsWith('/organization/') || path.startsWith('/sign-in/') ? 3 : 2)
        .join('/')
    : '/*'
  const counterOf = (whose: string): Counter => ({
    key: `address:${whose}${place}`,
    max: isGuarded ? config.SIGN_IN_RATE_LIMIT : OTHERS_MAX,
    windowMs: WINDOW_MS,
  })
  const wait = await waitFor(db, [counterOf(clientGroup(address))], now())
  const known = wait === undefined ? undefined : await knownThere(parts, asked)
  return known === undefined ? wait : waitFor(db, [counterOf(`${known}:`)], now())
}

/** The field of the body that names the account, by path. */
const named: Readonly<Record<string, 'email' | 'username'>> = {
  '/sign-in/email': 'email',
  '/sign-in/username': 'username',
  '/sign-in/magic-link': 'email',
  '/forget-password': 'email',
  '/send-verification-email': 'email',
}
/** On these paths the requester has not signed in yet. */
const nobodys = /^\/(sign-in|sign-up|reset-password|magic-link|callback|verify-email)(\/|$)/

/** The key of a known browser's counter. All known browsers of an account at one address share it. */
async function knownThere(
  { config, database: { db }, now, secret, cookieName }: Parts,
  { path, address, cookieHeader, body }: Asked,
): Promise<string | undefined> {
  if (!cookieHeader) return undefined
  const field = named[path]
  if (!field && nobodys.test(path)) return undefined
  const whose = field ? textIn(body, field) : (await liveSession(db, cookieHeader, { secret, cookieName }))?.userId
  const account = whose === undefined ? undefined : await findAccount(db, field ?? 'id', whose)
  const standing = account && (await triesAs(db, cookieHeader, { config, secret, cookieName, account, now: now() }))
  if (standing === 'known') return `known:${account?.userId}:${clientGroup(address)}`
  return standing?.session
}

function textIn(body: unknown, name: string): string | undefined {
  try {
    const parsed: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : undefined
    const value: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** An IPv4 address, or the /64 of an IPv6 address: one customer line has all addresses of a /64. */
export function clientGroup(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

/** The /48 of an IPv6 address, which one customer may own. Undefined for IPv4. */
export function clientSite(address: string): string | undefined {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : undefined
}

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return whole.map((group) => Number.parseInt(group, 16).toString(16))
}
