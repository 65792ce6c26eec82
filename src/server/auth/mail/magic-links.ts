import { magicLink } from 'better-auth/plugins'
import type { Mail } from '../../mail/letter.ts'
import { magicLinkMail } from '../../mail/mail-texts.ts'
import { refusalOf } from '../admission.ts'
import { mayLetIn } from './email-change.ts'
import type { Counter } from '../limits/limits.ts'
import { goingMail } from '../limits/try-counters.ts'

/** Sign-in by mailed link. The link opens a page with a button, whoever opens it (mailed-links.ts). */
export function magicLinks(mail: (mail: Mail, atMost: readonly Counter[]) => void, accountRateLimit: number) {
  return magicLink({
    expiresIn: 300,
    sendMagicLink: async ({ email, url }, context) => {
      const known = await context?.context.internalAdapter.findUserByEmail(email)
      // The answer stays the same; only the mail is not sent.
      if (known ? !mayLetIn(known.user) : refusalOf(email)) return
      const atMost = goingMail(email, accountRateLimit, { isProven: known?.user.emailVerified ?? false })
      mail(magicLinkMail({ to: email, url: url.replace('/magic-link/verify?', '/magic-link/open?') }), atMost)
    },
  })
}
