import type { BetterAuthPlugin } from 'better-auth'
import { plainPage } from './plain-page.ts'

/** Explanations of error codes. Other codes are shown without one. */
const meanings: Readonly<Record<string, string>> = {
  please_restart_the_process: 'This sign-in took too long or was started in another browser. Start it again.',
  state_not_found: 'This sign-in was not started here. Start it again.',
  account_not_linked:
    'There is an account with this e-mail address already. Sign in the way you used ' +
    'before, then link this one on your account page.',
  account_already_linked_to_different_user: 'This sign-in belongs to another account here.',
  unable_to_link_account:
    'This account could not be linked: the provider does not vouch for its e-mail ' +
    'address, or you were signed out in the meantime.',
  signup_disabled: 'This server is closed to new accounts.',
  email_not_found: 'The provider did not tell your e-mail address. Allow it there, then try again.',
  invalid_code: 'The provider did not accept the sign-in. Start it again.',
  INVALID_TOKEN: 'This link has expired or was used already. Ask for a new one.',
  ACCOUNT_DISABLED: 'This account is disabled. Ask the admin of this server.',
  access_denied: 'You did not allow the sign-in at the provider.',
}

/** Titles by the path that was opened. Provider callbacks and `/error` itself are about signing in. */
const titles: readonly (readonly [path: string, title: string])[] = [
  ['/delete-user', 'Your account was not deleted'],
  ['/verify-email', 'Your e-mail address was not confirmed'],
  ['/reset-password', 'Your password was not changed'],
  ['/undo-email-change', 'The change was not undone'],
]

const incomplete = 'This link is not complete. Copy all of it from the mail.'

/**
 * S4: /error with the code and "Return to Application" (section 2). In production 1.7 redirects to /?error=; its
 * endpoint cannot be replaced, so this answers the request first.
 */
export function errorPage(basePath: string): BetterAuthPlugin {
  return {
    id: 'error-page',
    onRequest: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (request.method !== 'GET' || pathname !== `${basePath}/error`) return
      return { response: showError(searchParams.get('error') ?? 'unknown', searchParams.get('error_description')) }
    },
  }
}

/** `path` is the part below the base path; the title depends on it. */
export function showError(code: string, description: string | null, status = 200, path = '/error'): Response {
  const safe = /^[\w-]{1,100}$/.test(code) ? code : 'unknown'
  const explanation =
    wordsFor(path, safe) ?? (Object.hasOwn(meanings, safe) ? meanings[safe] : undefined) ?? description?.slice(0, 500)
  return plainPage(
    {
      title: titles.find(([begin]) => path.startsWith(begin))?.[1] ?? 'Sign-in failed',
      lines: explanation ? [explanation] : [],
      code: safe,
      action: { label: 'Return to Application', href: '/' },
    },
    status,
  )
}

function wordsFor(path: string, code: string): string | undefined {
  if (path.startsWith('/delete-user') && code === 'FAILED_TO_GET_USER_INFO')
    return 'Sign in on this browser, then open the link again.'
  if (code === 'USER_NOT_FOUND') return 'This account no longer exists.'
  return code === 'VALIDATION_ERROR' && path !== '/error' ? incomplete : undefined
}
