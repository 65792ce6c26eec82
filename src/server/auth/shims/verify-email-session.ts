import { APIError, getSessionFromCtx } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { at } from './auth-hook.ts'

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
