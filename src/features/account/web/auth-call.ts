import { sendRequest } from '#web/api/send-request.ts'
import type { AuthCalls, AuthLists, AuthPath, AuthSession } from './sign-in/auth-answers.ts'

const base = '/api/auth'

/**
 * Credentials for creating an account while sign-up is closed: `x-invite-id`, or the `x-setup-token` from the server's
 * log.
 */
export type AuthHeaders = Readonly<Record<string, string>>

/** Calls the sign-in backend. If the answer contains a URL and requests a redirect, the browser navigates there. */
export async function authCall<P extends AuthPath>(
  path: P,
  body: AuthCalls[P]['body'],
  headers: AuthHeaders = {},
): Promise<AuthCalls[P]['answer']> {
  const answer = await sendRequest({ method: 'POST', url: base + path, body, headers })
  const next = redirectOf(answer)
  if (next !== undefined) window.location.assign(next)
  // The backend follows its specification; only fields named in AuthCalls are used.
  return answer as AuthCalls[P]['answer']
}

/** Fetches a list of what belongs to the signed-in user. */
export async function authList<P extends keyof AuthLists>(path: P, signal?: AbortSignal): Promise<AuthLists[P]> {
  // The backend follows its specification.
  return (await sendRequest({ method: 'GET', url: base + path, signal })) as AuthLists[P]
}

/**
 * The session, bypassing the cookie cache so that a revoked session is noticed at once; null without one. Returns only
 * fields that screens use: the answer also contains the token, and the result is stored on disk.
 */
export async function readSession(signal?: AbortSignal): Promise<AuthSession | null> {
  const answer = await sendRequest({ method: 'GET', url: `${base}/get-session?disableCookieCache=true`, signal })
  if (answer === undefined || answer === null) return null
  // The backend follows its specification.
  const {
    session: { id, userId, createdAt, updatedAt, expiresAt, activeOrganizationId = null },
    user,
  } = answer as AuthSession
  return { session: { id, userId, createdAt, updatedAt, expiresAt, activeOrganizationId }, user }
}

/** Whether the session must be refetched after this call succeeds. */
export function changesSession(path: string): boolean {
  return (
    path.startsWith('/sign-in/') ||
    path.startsWith('/sign-up/') ||
    ['/sign-out', '/update-user', '/delete-user', '/verify-email'].includes(path)
  )
}

/** The URL to which an answer redirects; undefined otherwise. */
export function redirectOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('url' in answer && 'redirect' in answer)) return undefined
  return answer.redirect === true && typeof answer.url === 'string' && answer.url !== '' ? answer.url : undefined
}
