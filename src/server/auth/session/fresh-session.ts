import { APIError } from 'better-auth/api'
import type { Config } from '../../config.ts'
import { at, bodyText, type HookContext } from '../shims/auth-hook.ts'

/**
 * Endpoints that the library guards with freshSessionMiddleware; contract-sessions.test.ts compares this list with the
 * library.
 */
const guarded = ['/list-sessions', '/unlink-account']

/**
 * A session is fresh if it was updated within FRESH_SESSION_SECONDS (section 6). The library counts from its creation
 * instead, so its own check is switched off. The row is read without extending it, which would make any session fresh.
 * Must run before anything that reads the session.
 */
export function freshSession({ FRESH_SESSION_SECONDS: seconds, DELETE_ACCOUNT_BY_MAIL: byMail }: Config) {
  const isStale = async ({ context, getSignedCookie }: HookContext): Promise<boolean> => {
    if (seconds === 0) return false
    const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
    const found = token ? await context.internalAdapter.findSession(token) : null
    // Without a session the endpoint refuses itself.
    return found !== null && Date.now() - found.session.updatedAt.getTime() >= seconds * 1000
  }
  return {
    id: 'fresh-session',
    hooks: {
      before: [
        at(guarded, async (context) => {
          if (await isStale(context)) throw new APIError('FORBIDDEN', { message: 'Session is not fresh' })
        }),
        at(['/delete-user'], async (context) => {
          const isProven = byMail || bodyText(context, 'password') || bodyText(context, 'token')
          if (!isProven && (await isStale(context)))
            throw new APIError('BAD_REQUEST', { message: 'Session expired. Re-authenticate to perform this action.' })
        }),
      ],
    },
  }
}
