import type { BetterAuthPlugin } from 'better-auth'
import { at } from '../shims/auth-hook.ts'

/**
 * The library answers that somebody is signed out also where the session's row could not be deleted, as on a full disk,
 * and the session would live on. Here it is deleted before, and what goes wrong is what the request fails with.
 */
export const signOutFirst = {
  id: 'sign-out-first',
  hooks: {
    before: [
      at(['/sign-out'], async ({ context, getSignedCookie }) => {
        const token = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
        if (token) await context.internalAdapter.deleteSession(token)
      }),
    ],
  },
} satisfies BetterAuthPlugin
