import type { BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { at, everywhere } from './auth-hook.ts'

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

/**
 * S21: `disableCookieCache=false` means false; 1.7 reads every text as true. Taken out of the address of /get-session
 * before the library sees it, because a hook there would cost every page.
 */
export function withoutFalse(url: string): string {
  return url.includes('/get-session?')
    ? url.replaceAll(/(?<=[?&])(disableCookieCache|disableRefresh)=(false|0)?(&|$)/g, '')
    : url
}

/**
 * S5: every browser sends Origin, Referer or Sec-Fetch-Site with a POST. A request with none of them is a program's,
 * which cannot be tricked into sending somebody's cookie; 1.7 would refuse it. Null and foreign origins stay refused.
 */
export function withOrigin(headers: Record<string, string>, method: string, baseUrl: string): void {
  if (method !== 'POST' || 'origin' in headers || 'referer' in headers || 'sec-fetch-site' in headers) return
  headers['origin'] = new URL(baseUrl).origin
}

const targets = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']

/**
 * S6: a relative path starts with a single slash and has no double slash, backslash or encoded slash anywhere
 * (section 5); 1.7 lets `/a//b` pass.
 */
export const relativeTargets = everywhere(async ({ body, query }) => {
  for (const field of targets) {
    for (const given of [valueOf(body, field), valueOf(query, field)])
      if (isTrickyPath(given)) throw new APIError('FORBIDDEN', { message: `Invalid ${field}` })
  }
})

function valueOf(source: unknown, field: string): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, field) : undefined
}

/** What follows ? or # names no place. */
export function isTrickyPath(target: unknown): boolean {
  return typeof target === 'string' && target.startsWith('/') && /\/\/|\\|%2f|%5c/i.test(target.split(/[?#]/)[0] ?? '')
}

const verifyErrors: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
}
const callbackErrors: Readonly<Record<string, string>> = { state_mismatch: 'please_restart_the_process' }

/** S2: the `error` of a redirect in the specification's words (sections 2 and 8). */
export function redirectTarget(path: string, location: string): string {
  const words = path === '/verify-email' ? verifyErrors : path.startsWith('/callback/') ? callbackErrors : undefined
  return words
    ? location.replace(
        /([?&]error=)([A-Za-z_]+)(?=&|#|$)/,
        (_, before: string, code: string) => before + (Object.hasOwn(words, code) ? words[code] : code),
      )
    : location
}
