import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { magicLink } from 'better-auth/plugins'
import * as z from 'zod'
import type { Mail } from '../mail/letter.ts'
import { magicLinkMail } from '../mail/mail-texts.ts'
import { refusalOf } from './admission.ts'
import { mayLetIn } from './email-change.ts'
import { plainPage } from './pages/plain-page.ts'

/** Sign-in by a mailed link. The mail leads to a page with a button: programs that look through mails would use the link up. */
export function magicLinks(mail: (mail: Mail) => void) {
  return [
    magicLink({
      expiresIn: 300,
      sendMagicLink: async ({ email, url }, context) => {
        const known = await context?.context.internalAdapter.findUserByEmail(email)
        // The answer is the same; only the mail stays away.
        if (known ? !mayLetIn(known.user) : refusalOf(email)) return
        mail(magicLinkMail({ to: email, url: url.replace('/magic-link/verify?', '/magic-link/open?') }))
      },
    }),
    magicLinkPage(),
  ] as const
}

const Query = z.object({ token: z.string(), callbackURL: z.string().optional(), errorCallbackURL: z.string().optional(), newUserCallbackURL: z.string().optional() })

function magicLinkPage() {
  return {
    id: 'magic-link-page',
    endpoints: {
      magicLinkPage: createAuthEndpoint('/magic-link/open', { method: 'GET', query: Query }, async ({ query, context }) => {
        const fields = Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
        return plainPage({ title: 'Sign in to Roughmix', lines: ['The link works once. Go on in the browser you want to be signed in with.'], action: { label: 'Sign in', method: 'get', to: `${context.baseURL}/magic-link/verify`, fields } })
      }),
    },
  } satisfies BetterAuthPlugin
}
