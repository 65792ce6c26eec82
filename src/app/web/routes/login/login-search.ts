import type { LoginView } from '#features/account/web/sign-in/login-places.ts'
import { oneOf, textOf } from '../search-values.ts'

export const loginViews: readonly LoginView[] = ['sign-in', 'create', 'forgot', 'link']

export interface LoginSearch {
  /** Where to go after sign-in. */
  readonly redirect: string
  readonly view?: LoginView
  /** From the link in a password mail. */
  readonly token?: string
  /** Error code of a mailed link, for example INVALID_TOKEN. */
  readonly error?: string
  /** Set after a mailed link deleted the account. */
  readonly gone?: string
}

export function loginSearch(search: Readonly<Record<string, unknown>>): LoginSearch {
  return {
    redirect: safeRedirect(search['redirect']),
    ...textOf(search, 'token'),
    ...textOf(search, 'error'),
    ...textOf(search, 'gone'),
    ...oneOf(search, 'view', loginViews),
  }
}

/** The invite in a redirect URL, if any. */
export function inviteIn(redirect: string): string | undefined {
  const search = redirect.split('#', 1)[0]?.split('?')[1]
  return new URLSearchParams(search).get('invId') || undefined
}

/**
 * Where to go after sign-in: only a path on this origin. Anything that a browser could read as another host (`//x`,
 * `/\x`, `https:…`), or that hides one behind escapes, becomes `/`.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  const tricky = path.includes('//') || /[\\\p{Cc}]/u.test(wanted) || /%(2f|5c)/i.test(path)
  return tricky || path.startsWith('/login') ? '/' : wanted
}
