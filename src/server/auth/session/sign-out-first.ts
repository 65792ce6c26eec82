import type { BetterAuthPlugin } from 'better-auth'
import { at } from '../shims/auth-hook.ts'

/**
 * The library answers "signed out" even if the session's row could not be deleted, as on a full disk, and the session
 * would live on. This deletes it first, and fails the request if that fails.
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
