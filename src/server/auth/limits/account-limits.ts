import { APIError } from 'better-auth/api'
import type { Services } from '../../services.ts'
import { addressIn } from '../auth-audit.ts'
import { findAccount, knownBrowserCookie, liveSession, triesAs, type Account } from './known-browser.ts'
import { giveBack, waitFor, type Counter } from './limits.ts'
import { at, bodyText, everywhere, type AuthHook, type HookContext } from '../shims/auth-hook.ts'
import { guessCounters, hidden, mailCounters, mailsByPerson, ownMailCounters } from './try-counters.ts'
import type { Standing } from './try-standing.ts'

type Parts = Pick<Services, 'config' | 'database' | 'now'>

const passwordPaths = ['/sign-in/email', '/sign-in/username', '/change-password', '/delete-user']
/**
 * Mails that anyone may request. The kinds that sign the owner in are counted apart from the rest and from each other:
 * sign-in links expire after five minutes, and would otherwise block the mail for a new password for an hour.
 */
const mailKinds: Readonly<Record<string, string>> = {
  '/forget-password': 'new-password',
  '/sign-in/magic-link': 'sign-in',
  '/send-verification-email': 'verification',
  '/sign-up/email': 'sign-up',
}
/** Mails that only a signed-in user can request. */
const personalPaths = ['/change-email', '/organization/invite-member', '/delete-user']

/**
 * Limits per account, counted first for the pair of account and address, so that nobody can lock the owner out:
 * docs/decisions/0032. A try counts before it is checked, and is given back if it was right. Unknown accounts are
 * counted the same way, so that the answer reveals nothing.
 */
export function accountLimits(parts: Parts): { readonly before: AuthHook[]; readonly after: AuthHook[] } {
  const {
    config,
    database: { db },
    now,
  } = parts
  const counted = new WeakMap<object, readonly Counter[]>()
  const refuseAfter = async (counters: readonly Counter[]) => {
    const seconds = await waitFor(db, counters, now())
    if (seconds !== undefined)
      throw new APIError(
        'TOO_MANY_REQUESTS',
        { message: 'Too many requests. Please try again later.' },
        { 'Retry-After': String(seconds) },
      )
  }
  return {
    before:
      config.ACCOUNT_RATE_LIMIT === 0
        ? []
        : [
            at(passwordPaths, async (context) => {
              const counters = await guesses(parts, context)
              if (context.request) counted.set(context.request, counters)
              await refuseAfter(counters)
            }),
            at(Object.keys(mailKinds), async (context) => refuseAfter(await mails(parts, context))),
            at(personalPaths, async (context) => refuseAfter(await personalMails(parts, context))),
          ],
    after: [
      at(passwordPaths, async ({ request, context: { returned } }) => {
        const counters = request && counted.get(request)
        if (counters && !(returned instanceof Error)) await giveBack(db, counters)
      }),
      everywhere(async (context) => keepKnown(parts, context)),
    ],
  }
}

/** Counters for a password try; empty if the request tries none. */
async function guesses(parts: Parts, context: HookContext): Promise<readonly Counter[]> {
  const {
    config,
    database: { db },
  } = parts
  const isOwn = context.path === '/change-password' || context.path === '/delete-user'
  if (context.path === '/delete-user' && !bodyText(context, 'password')) return []
  const field = context.path === '/sign-in/username' ? 'username' : 'email'
  const typed = isOwn ? (await sessionOf(parts, context))?.userId : bodyText(context, field)
  if (!typed) return []
  const account = await findAccount(db, isOwn ? 'id' : field, typed)
  const subject = `password:${account?.userId ?? hidden(typed)}`
  const standing = await standingOf(parts, context, account)
  return guessCounters({ subject, max: config.ACCOUNT_RATE_LIMIT, standing, address: addressIn(context.headers) })
}

/** Counters for a mail that anyone may request, by its recipient. */
async function mails(parts: Parts, context: HookContext): Promise<readonly Counter[]> {
  const {
    config,
    database: { db },
  } = parts
  const typed = bodyText(context, 'email')
  if (!typed) return []
  const standing = await standingOf(parts, context, await findAccount(db, 'email', typed))
  const kind = mailKinds[context.path] ?? 'other'
  return mailCounters({
    kind,
    to: typed,
    max: config.ACCOUNT_RATE_LIMIT,
    standing,
    address: addressIn(context.headers),
  })
}

/** Counters for a mail to the user's own address, or to one that a signed-in user typed. */
async function personalMails(parts: Parts, context: HookContext): Promise<readonly Counter[]> {
  const {
    config,
    database: { db },
  } = parts
  const max = config.ACCOUNT_RATE_LIMIT
  const account = await findAccount(db, 'id', (await sessionOf(parts, context))?.userId ?? '')
  if (!account || (context.path === '/delete-user' && !config.DELETE_ACCOUNT_BY_MAIL)) return []
  const ask = {
    userId: account.userId,
    max,
    standing: await standingOf(parts, context, account),
    address: addressIn(context.headers),
  }
  const own = context.path === '/organization/invite-member' ? [] : ownMailCounters(ask)
  const typed = bodyText(context, 'newEmail') ?? bodyText(context, 'email')
  if (!typed || context.path === '/delete-user') return own
  const kind = context.path === '/change-email' ? 'change' : 'invitation'
  return [...own, ...mailsByPerson({ kind, to: typed, max, userId: account.userId })]
}

/** After a sign-in, marks this browser as known for the account. */
async function keepKnown({ config, database: { db }, now }: Parts, context: HookContext): Promise<void> {
  const { newSession, secret } = context.context
  const account = newSession && (await findAccount(db, 'id', newSession.user.id))
  const cookie =
    account &&
    knownBrowserCookie(context.headers?.get('cookie'), {
      config,
      secret,
      account,
      sessionId: newSession.session.id,
      now: now(),
    })
  if (cookie)
    context.setCookie(cookie.name, cookie.value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: config.baseUrl.startsWith('https:'),
      maxAge: cookie.maxAge,
    })
}

async function standingOf(
  { config, database: { db }, now }: Parts,
  context: HookContext,
  account: Account | undefined,
): Promise<Standing> {
  const { secret, authCookies } = context.context
  return (
    account &&
    triesAs(db, context.headers?.get('cookie'), {
      config,
      secret,
      cookieName: authCookies.sessionToken.name,
      account,
      now: now(),
    })
  )
}

async function sessionOf(
  { database: { db } }: Parts,
  context: HookContext,
): Promise<{ readonly userId: string } | undefined> {
  const { secret, authCookies } = context.context
  return liveSession(db, context.headers?.get('cookie'), { secret, cookieName: authCookies.sessionToken.name })
}
