import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint, requestPasswordReset } from 'better-auth/api'

/** S3: the specification's name (section 7) for what 1.7 calls request-password-reset, without the extra `message`. */
export function forgetPassword() {
  return {
    id: 'forget-password',
    endpoints: {
      forgetPassword: createAuthEndpoint('/forget-password', requestPasswordReset.options, async (context) => {
        await requestPasswordReset({ ...context, asResponse: false, returnHeaders: false })
        return context.json({ status: true })
      }),
    },
  } satisfies BetterAuthPlugin
}
