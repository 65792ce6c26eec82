import { createHash } from 'node:crypto'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import type { Services } from '../services.ts'
import { countTry, forgetTries } from './limits.ts'
import { at, bodyText, type AuthHook, type HookContext } from './shims/auth-hook.ts'

const WINDOW_MS = 15 * 60_000
const passwordPaths = ['/sign-in/email', '/sign-in/username', '/change-password', '/delete-user']
const mailPaths = ['/forget-password', '/sign-in/magic-link', '/send-verification-email', '/change-email', '/organization/invite-member']

/**
 * Limits by account, from wherever the tries come. Passwords: all tries count until one succeeds. Mails: by the
 * address they go to, known or not, so that the answer tells nothing.
 */
export function accountLimits({ config, database, now }: Pick<Services, 'config' | 'database' | 'now'>): { readonly before: AuthHook[]; readonly after: AuthHook[] } {
  const max = config.ACCOUNT_RATE_LIMIT
  if (max === 0) return { before: [], after: [] }
  const count = async (key: string) => {
    const { allowed, retryAfterSeconds } = await countTry(database.db, key, { max, windowMs: WINDOW_MS }, now())
    if (!allowed) throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many requests. Please try again later.' }, { 'Retry-After': String(retryAfterSeconds) })
  }
  return {
    before: [
      at(passwordPaths, async (context) => {
        const key = await passwordKey(context)
        if (key) await count(key)
      }),
      at(mailPaths, async (context) => {
        const address = bodyText(context, 'email') ?? bodyText(context, 'newEmail')
        if (address) await count(`mail:${hidden(address)}`)
      }),
    ],
    after: [
      at(passwordPaths, async (context) => {
        if (context.context.returned instanceof Error) return
        const key = await passwordKey(context)
        if (key) await forgetTries(database.db, key)
      }),
    ],
  }
}

/** By the account where there is one, or by what was typed; undefined where no password is tried. */
async function passwordKey(context: HookContext): Promise<string | undefined> {
  if (context.path === '/change-password' || context.path === '/delete-user') {
    if (context.path === '/delete-user' && !bodyText(context, 'password')) return undefined
    const session = await getSessionFromCtx(context, { disableCookieCache: true })
    return session ? `password:${session.user.id}` : undefined
  }
  const field = context.path === '/sign-in/username' ? 'username' : 'email'
  const typed = bodyText(context, field)?.toLowerCase()
  if (!typed) return undefined
  const user = await context.context.adapter.findOne<{ id: string }>({ model: 'user', where: [{ field, value: typed }] })
  return `password:${user?.id ?? hidden(typed)}`
}

function hidden(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('base64url')
}
