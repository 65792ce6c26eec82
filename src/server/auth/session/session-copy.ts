import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { AUTH_PATH } from '../auth.ts'
import { decodedCookie } from './session-cookie.ts'

/** Part of the session copy's cookie name, after any prefix and before the index of a chunk. */
const COPY = 'session_data'

/**
 * The Cookie header that the sign-in library may see. It accepts the signed copy as the session on every route, and
 * some routes renew it, so an ended session could live on for ever. It therefore sees the copy only for exactly `GET
 * /get-session`, for `seconds` after the row was read; all other requests read the row.
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

/** Whether this is one whole copy that is recent enough. The library checks its signature. */
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
