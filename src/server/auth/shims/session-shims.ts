import { APIError, getAuthoritativeSessionFromCtx, getSessionFromCtx } from 'better-auth/api'
import { setCookieCache } from 'better-auth/cookies'
import { at, bodyText } from './auth-hook.ts'
import { verifyJWT } from 'better-auth/crypto'

/**
 * What changes the session or the person without writing the cookie's copy anew, which would go on telling the old for
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
 * Accepting makes an organization active (section 4), and the next request must see it; so with the others. Reading the
 * session anew writes its copy anew.
 */
export const refreshSessionCopy = at(changing, async (context) => {
  await getAuthoritativeSessionFromCtx(context)
})

/** Linking may verify the address after the person was read for the new session. */
export const refreshSocialCopy = at(['/callback/:id', '/sign-in/social'], async (context) => {
  const { newSession, internalAdapter } = context.context
  const user = newSession && (await internalAdapter.findUserById(newSession.user.id))
  if (user && user.emailVerified !== newSession.user.emailVerified)
    await setCookieCache(context, { session: newSession.session, user }, false)
})

/**
 * S9: an unknown session is "Session not found", another's is unauthorized (sections 6 and 8); 1.7 answers success to
 * both.
 */
export const revokeOwnSession = at(['/revoke-session'], async (context) => {
  const token = bodyText(context, 'token')
  const own = await getSessionFromCtx(context, { disableCookieCache: true })
  if (token === undefined || !own) return
  const found = await context.context.internalAdapter.findSession(token)
  if (!found) throw new APIError('BAD_REQUEST', { message: 'Session not found' })
  if (found.session.userId !== own.user.id) throw new APIError('UNAUTHORIZED', { message: 'Unauthorized' })
})

/**
 * S11: a link that changes the address works only for somebody who is signed in: otherwise "unauthorized" (section 8).
 * 1.7 asks for nobody.
 */
export const verifyEmailSession = at(['/verify-email'], async (context) => {
  const query: unknown = context.query
  const token: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'token') : undefined
  if (typeof token !== 'string') return
  const claims = await verifyJWT<{ updateTo?: string }>(token, context.context.secret)
  // What is expired or forged the endpoint refuses by itself.
  if (!claims?.updateTo || (await getSessionFromCtx(context))) return
  const callbackURL: unknown =
    typeof query === 'object' && query !== null ? Reflect.get(query, 'callbackURL') : undefined
  // The endpoint takes an empty one for none.
  if (typeof callbackURL !== 'string' || callbackURL === '')
    throw new APIError('UNAUTHORIZED', { message: 'unauthorized' })
  if (!context.context.isTrustedOrigin(callbackURL, { allowRelativePaths: true })) return
  throw context.redirect(`${callbackURL}${callbackURL.includes('?') ? '&' : '?'}error=unauthorized`)
})

const MOST_CHARACTERS = 4093
const PIECE = /^([^=]*\.session_data)\.(\d+)=([^;]+)(.*)$/

/**
 * S13: session data over 4093 characters is not cached in a cookie (section 5). 1.7 cuts it into pieces, from some 3970
 * characters on: what is within the limit is put together again, what is not is dropped, and a smaller copy from before
 * with it.
 */
export function cookiesWithinLimit(cookies: readonly string[]): readonly string[] {
  const pieces = cookies.map((cookie) => PIECE.exec(cookie)).filter((piece) => piece !== null)
  if (!pieces[0]) return cookies
  const [, name = '', , , attributes = ''] = pieces[0]
  // Written twice in one answer, the later counts.
  const value = [...new Map(pieces.map(([, , index, part]) => [index, part])).values()].join('')
  const others = cookies.filter((cookie) => !PIECE.test(cookie) && !cookie.startsWith(`${name}=`))
  const gone = `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Secure-') ? '; Secure' : ''}`
  return [...others, value.length > MOST_CHARACTERS ? gone : `${name}=${value}${attributes}`]
}
