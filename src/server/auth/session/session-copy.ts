import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { AUTH_PATH } from '../auth.ts'
import { decodedCookie } from './session-cookie.ts'

/** In the name of the cookie with the signed copy, with any prefix, and of the pieces it may be cut into. */
const COPY = 'session_data'

/**
 * The Cookie header as the sign-in library may see it. It takes the signed copy of a session for the session itself, on
 * every route, and some routes sign it anew: whoever has ended stayed in for ever. So it is shown the copy for `GET
 * /get-session` alone, written exactly so, and for `seconds` after the row was read; everything else reads the row.
 */
export function withoutStaleCopy(
  { method, url, headers: { cookie } }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  seconds: number,
  now = Date.now(),
): string | undefined {
  if (!cookie?.includes(COPY)) return cookie
  const mayTrust = method === 'GET' && url.split('?', 1)[0] === `${AUTH_PATH}/get-session`
  return cookie
    .split(';')
    .filter((part) => !part.includes(COPY) || (mayTrust && isRecent(part, seconds, now)))
    .join(';')
}

const Copy = z.object({ session: z.object({ updatedAt: z.number() }) })

/** Whether it is one whole copy, signed no longer ago. Its signature is the library’s to look at. */
function isRecent(part: string, seconds: number, now: number): boolean {
  const equals = part.indexOf('=')
  if (!part.slice(0, equals).trim().endsWith(`.${COPY}`)) return false
  try {
    const copy = Copy.parse(JSON.parse(Buffer.from(decodedCookie(part.slice(equals + 1)), 'base64url').toString()))
    return Math.abs(now - copy.session.updatedAt) < seconds * 1000
  } catch {
    return false
  }
}
