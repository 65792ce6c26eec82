import { sendRequest } from '#web/api/send-request.ts'
import type { AuthCalls, AuthLists, AuthPath, AuthSession } from './sign-in/auth-answers.ts'

const base = '/api/auth'

/**
 * What lets a new account in where not everybody may make one: `x-invite-id`, or the `x-setup-token` from the server's
 * log.
 */
export type AuthHeaders = Readonly<Record<string, string>>

/** A call of the sign-in backend. An answer that carries a url and asks for it makes the browser go there. */
export async function authCall<P extends AuthPath>(
  path: P,
  body: AuthCalls[P]['body'],
  headers: AuthHeaders = {},
): Promise<AuthCalls[P]['answer']> {
  const answer = await sendRequest({ method: 'POST', url: base + path, body, headers })
  const next = redirectOf(answer)
  if (next !== undefined) window.location.assign(next)
  // The backend's answers are the specification's; only what AuthCalls names is used of them.
  return answer as AuthCalls[P]['answer']
}

/** A list of what belongs to the signed-in person. */
export async function authList<P extends keyof AuthLists>(path: P, signal?: AbortSignal): Promise<AuthLists[P]> {
  // As above: the answers are the specification's.
  return (await sendRequest({ method: 'GET', url: base + path, signal })) as AuthLists[P]
}

/**
 * The session, read past the cookie's own cache so that a revoked one is noticed at once; null without one. Of it only
 * what screens use: the answer carries its token too, and what is read here is kept on disk.
 */
export async function readSession(signal?: AbortSignal): Promise<AuthSession | null> {
  const answer = await sendRequest({ method: 'GET', url: `${base}/get-session?disableCookieCache=true`, signal })
  if (answer === undefined || answer === null) return null
  // The answer is the specification's.
  const {
    session: { id, userId, createdAt, updatedAt, expiresAt, activeOrganizationId = null },
    user,
  } = answer as AuthSession
  return { session: { id, userId, createdAt, updatedAt, expiresAt, activeOrganizationId }, user }
}

/** Whether the session must be read again once this call has succeeded. */
export function changesSession(path: string): boolean {
  return (
    path.startsWith('/sign-in/') ||
    path.startsWith('/sign-up/') ||
    ['/sign-out', '/update-user', '/delete-user', '/verify-email'].includes(path)
  )
}

/** Where an answer wants the browser to be; undefined for everything else. */
export function redirectOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('url' in answer && 'redirect' in answer)) return undefined
  return answer.redirect === true && typeof answer.url === 'string' && answer.url !== '' ? answer.url : undefined
}
