import { APIError, getSessionFromCtx } from 'better-auth/api'
import { at, bodyText } from './auth-hook.ts'

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
