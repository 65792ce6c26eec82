import { APIError, getAuthoritativeSessionFromCtx, getSessionFromCtx } from 'better-auth/api'
import { setCookieCache } from 'better-auth/cookies'
import { at, bodyText } from './auth-hook.ts'
import { verifyJWT } from 'better-auth/crypto'

/**
 * Endpoints that change the session or the user without renewing the session copy, which would stay outdated for up to
 * a minute.
 */
const changing = [
  '/verify-email',
  '/organization/create',
  '/organization/accept-invitation',
  '/organization/leave',
  '/organization/remove-member',
  '/organization/delete',
]

/**
 * Accepting an invitation makes its organization active (section 4), and the next request must see it. Reading the
 * session renews the copy.
 */
export const refreshSessionCopy = at(changing, async (context) => {
  await getAuthoritativeSessionFromCtx(context)
})

/** Linking may verify the address after the user was read for the new session. */
export const refreshSocialCopy = at(['/callback/:id', '/sign-in/social'], async (context) => {
  const { newSession, internalAdapter } = context.context
  const user = newSession && (await internalAdapter.findUserById(newSession.user.id))
  if (user && user.emailVerified !== newSession.user.emailVerified)
    await setCookieCache(context, { session: newSession.session, user }, false)
})

/**
 * S9: an unknown session is "Session not found", another user's is unauthorized (sections 6 and 8); 1.7 answers success
 * to both.
 */
export const revokeOwnSession = at(['/revoke-session'], async (context) => {
  const token = bodyText(context, 'token')
  const own = await getSessionFromCtx(context, { disableCookieCache: true })
  if (token === undefined || !own) return
  const found = await context.context.internalAdapter.findSession(token)
  if (!found) throw new APIError('BAD_REQUEST', { message: 'Session not found' })
  if (found.session.userId !== own.user.id) throw new APIError('UNAUTHORIZED', { message: 'Unauthorized' })
})

/** S11: a link that changes the address requires a session; otherwise "unauthorized" (section 8). 1.7 requires none. */
export const verifyEmailSession = at(['/verify-email'], async (context) => {
  const query: unknown = context.query
  const token: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'token') : undefined
  if (typeof token !== 'string') return
  const claims = await verifyJWT<{ updateTo?: string }>(token, context.context.secret)
  // The endpoint itself refuses an expired or forged token.
  if (!claims?.updateTo || (await getSessionFromCtx(context))) return
  const callbackURL: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'callbackURL') : undefined
  // The endpoint treats an empty URL as none.
  if (typeof callbackURL !== 'string' || callbackURL === '')
    throw new APIError('UNAUTHORIZED', { message: 'unauthorized' })
  if (!context.context.isTrustedOrigin(callbackURL, { allowRelativePaths: true })) return
  throw context.redirect(`${callbackURL}${callbackURL.includes('?') ? '&' : '?'}error=unauthorized`)
})

const MOST_CHARACTERS = 4093
const PIECE = /^([^=]*\.session_data)\.(\d+)=([^;]+)(.*)$/

/**
 * S13: session data over 4093 characters is not stored in a cookie (section 5). 1.7 splits it into chunks from about
 * 3970 characters: these are joined again if within the limit, otherwise dropped together with an older, smaller copy.
 */
export function cookiesWithinLimit(cookies: readonly string[]): readonly string[] {
  const pieces = cookies.map((cookie) => PIECE.exec(cookie)).filter((piece) => piece !== null)
  if (!pieces[0]) return cookies
  const [, name = '', , , attributes = ''] = pieces[0]
  // If a chunk is set twice in one answer, the last counts.
  const value = [...new Map(pieces.map(([, , index, part]) => [index, part])).values()].join('')
  const others = cookies.filter((cookie) => !PIECE.test(cookie) && !cookie.startsWith(`${name}=`))
  const gone = `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Secure-') ? '; Secure' : ''}`
  return [...others, value.length > MOST_CHARACTERS ? gone : `${name}=${value}${attributes}`]
}
