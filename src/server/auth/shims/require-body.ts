import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { at } from './auth-hook.ts'

/**
 * The username plugin reads what is in a body before anybody has looked whether there is one, and breaks: a plugin of
 * its own, to stand before it.
 */
export const requireBody = {
  id: 'body-first',
  hooks: {
    before: [
      at(['/sign-up/email', '/update-user'], async ({ body }) => {
        if (typeof body !== 'object' || body === null)
          throw new APIError('BAD_REQUEST', { message: '[body] Invalid input', code: 'VALIDATION_ERROR' })
      }),
    ],
  },
} satisfies BetterAuthPlugin
