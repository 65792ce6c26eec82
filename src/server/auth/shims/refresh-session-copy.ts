import { getAuthoritativeSessionFromCtx } from 'better-auth/api'
import { setCookieCache } from 'better-auth/cookies'
import { at } from './auth-hook.ts'

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
