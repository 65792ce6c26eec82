import { getCurrentAdapter, type BetterAuthOptions, type GenericEndpointContext, type Session } from 'better-auth'
import type { ServerResponse } from 'node:http'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from '../../services.ts'
import { at, type HookContext } from '../shims/auth-hook.ts'

type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>
type BeforeSession = NonNullable<NonNullable<SessionHooks['create']>['before']>
type BeforeEnd = NonNullable<NonNullable<SessionHooks['delete']>['before']>

/** Sign-ins that go through another page, also for a signed-in user who only confirms their identity. */
const roundabout = ['/callback/:id', '/magic-link/verify']
/** Answers with a new session when it signs the others out, and would end the requesting one at once. */
const PASSWORD = '/change-password'

/** A user who signs in again keeps their active organization. */
export const keepOrganization: BeforeSession = async ({ userId }, context) => {
  const before = context && roundabout.includes(context.path) ? await sessionBefore(context, userId) : undefined
  const organizationId: unknown = before?.['activeOrganizationId']
  if (typeof organizationId === 'string') return { data: { activeOrganizationId: organizationId } }
}

/**
 * A changed password ends the sessions of other browsers at once, with it or not at all; the one that asks is left to
 * ReplacedSessions.
 */
export const endOthersFirst: BeforeEnd = async ({ userId }, context) => {
  const asking = context?.path === PASSWORD ? context.context.session?.session.token : undefined
  if (!context || asking === undefined) return
  const adapter = await getCurrentAdapter(context.context.adapter)
  const where = [
    { field: 'userId', value: userId },
    { field: 'token', operator: 'ne' as const, value: asking },
  ]
  await adapter.deleteMany({ model: 'session', where })
  return false
}

interface Replaced {
  readonly token: string
  /** Also where the answer never got out: who changes a password may fear that somebody holds this very cookie. */
  readonly always: boolean
}

/** Sessions that the answer to a request puts another one in the place of. */
const replaced = new WeakMap<Request, Replaced>()

/** Their browser's old session, for which there is no cookie any more, ends: lists would show one device twice. */
export const noteReplacedSession = at([...roundabout, PASSWORD], async (context: HookContext) => {
  const { newSession } = context.context
  const before = newSession && (await sessionBefore(context, newSession.user.id))
  if (before && before.token !== newSession?.session.token && context.request)
    replaced.set(context.request, { token: before.token, always: context.path === PASSWORD })
})

/** A request that set out with the old cookie is answered within this time. */
const LATE_MS: Milliseconds = 60_000

/** What is asked of Better Auth here; its own type is made in auth.ts, which imports this file. */
interface SessionAuth {
  readonly $context: Promise<{ readonly internalAdapter: { deleteSession(token: string): Promise<void> } }>
}

/**
 * Ends replaced sessions once the answer is out, and the browser has its new cookie. Any sooner, the page that is still
 * open there is told that its session has ended and asks for it by the old cookie. Where the answer never got out, the
 * browser goes on with the old one, but for a changed password.
 */
export class ReplacedSessions {
  readonly #auth: SessionAuth
  readonly #log: Services['log']
  /** Until when somebody may still ask by this token. */
  readonly #late = new Map<string, number>()

  constructor(auth: SessionAuth, log: Services['log']) {
    this.#auth = auth
    this.#log = log
  }

  /** Whether it was replaced in this process a moment ago. */
  has(token: string | undefined): boolean {
    return token !== undefined && (this.#late.get(token) ?? 0) > performance.now()
  }

  end(request: Request, answer: Pick<ServerResponse, 'once' | 'destroyed'>): void {
    const found = replaced.get(request)
    if (!found) return
    const { token, always } = found
    for (const [old, until] of this.#late) if (until < performance.now()) this.#late.delete(old)
    this.#late.set(token, performance.now() + LATE_MS)
    if (always && answer.destroyed) void this.#delete(token)
    else answer.once('finish', () => void this.#delete(token))
    if (always) answer.once('close', () => void this.#delete(token))
  }

  async #delete(token: string): Promise<void> {
    try {
      await (await this.#auth.$context).internalAdapter.deleteSession(token)
    } catch (error) {
      this.#log.error({ part: 'auth', err: error }, 'replaced session')
    }
  }
}

const SESSION_ENDS = /^[^=]*(session_token|dont_remember)=;/

/**
 * The answer that there is no such session, without taking the cookie away: asked by the old cookie while the browser
 * got the new one, it may come last, and signed out whoever had just proven who they are.
 */
export function keepingSession(answer: Response): Response {
  const kept = answer.headers.getSetCookie().filter((line) => !SESSION_ENDS.test(line))
  answer.headers.delete('set-cookie')
  for (const line of kept) answer.headers.append('set-cookie', line)
  return answer
}

/** The session that the request's cookie names, if it is that person's. */
async function sessionBefore(
  context: GenericEndpointContext | HookContext,
  userId: string,
): Promise<(Session & Readonly<Record<string, unknown>>) | undefined> {
  const token = await context.getSignedCookie(context.context.authCookies.sessionToken.name, context.context.secret)
  if (!token) return undefined
  const found = await context.context.internalAdapter.findSession(token)
  return found && found.session.userId === userId && found.session.expiresAt > new Date() ? found.session : undefined
}
