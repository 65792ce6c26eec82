import { isIPv6 } from 'node:net'
import type { Instant } from '#shared/units.ts'
import type { Services } from '../services.ts'
import { countTry } from './limits.ts'

/** What lets one try secrets, make accounts or send mails. */
const guarded = /^\/(sign-in\/|sign-up\/|forget-password$|reset-password|send-verification-email$|magic-link\/|change-password$|change-email$|delete-user|undo-email-change$|link-social$|organization\/(invite-member|check-slug)$)/

const WINDOW_MS = 60_000
/** Everything else that is asked of the sign-in routes. */
const OTHERS_MAX = 600

/**
 * Limits by the client's address (C8), kept in the database that all processes share. The library's own limiter is not
 * used: its window rolls on for somebody who asks steadily and never ends, and it takes every token in a path for a
 * place of its own. Answers the seconds to wait; undefined lets the request pass.
 */
export async function addressWait({ config, database, now }: Pick<Services, 'config' | 'database'> & { readonly now: () => Instant }, address: string, path: string): Promise<number | undefined> {
  // Reading one's session is what every page does; it tries nothing.
  if (config.SIGN_IN_RATE_LIMIT === 0 || path === '/get-session' || path === '/ok' || path === '/error') return undefined
  const isGuarded = guarded.test(path)
  const place = isGuarded ? path.split('/').slice(0, path.startsWith('/organization/') || path.startsWith('/sign-in/') ? 3 : 2).join('/') : '/*'
  const { allowed, retryAfterSeconds } = await countTry(database.db, `address:${clientGroup(address)}${place}`, { max: isGuarded ? config.SIGN_IN_RATE_LIMIT : OTHERS_MAX, windowMs: WINDOW_MS }, now())
  return allowed ? undefined : retryAfterSeconds
}

/** An IPv4 address, or the /64 of an IPv6 one: whoever has a line has that many addresses. */
export function clientGroup(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])]
  return `${whole.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
