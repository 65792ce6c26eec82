import { APIError } from 'better-auth/api'
import type { Config } from '../../config.ts'
import { at, bodyText, type HookContext } from '../shims/auth-hook.ts'

/**
 * What the library guards with its freshSessionMiddleware; contract-sessions.test.ts holds this list against its table.
 */
const guarded = ['/list-sessions', '/unlink-account']

/**
 * A fresh session is one that was updated within FRESH_SESSION_SECONDS (section 6); the library counts from when it
 * began, and its own check is switched off. The row is read without being extended: asking would make any session
 * fresh. To stand before whatever reads the session.
 */
export function freshSession({ FRESH_SESSION_SECONDS: seconds, DELETE_ACCOUNT_BY_MAIL: byMail }: Config) {
  const isStale = async ({ context, getSignedCookie }: HookContext): Promise<boolean> => {
    if (seconds === 0) return false
    const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
    const found = token ? await context.internalAdapter.findSession(token) : null
    // Without a session the endpoint refuses in its own words.
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
