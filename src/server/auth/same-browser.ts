import type { BetterAuthOptions, GenericEndpointContext, Session } from 'better-auth'
import { at, type HookContext } from './shims/auth-hook.ts'

type BeforeSession = NonNullable<NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']>['before']>

/** Ways in that lead through another page, also for somebody who is signed in and only proves it anew. */
const roundabout = ['/callback/:id', '/magic-link/verify']

/** Somebody who proves anew who they are goes on in the organization they were in. */
export const keepOrganization: BeforeSession = async ({ userId }, context) => {
  const before = context && (await sessionBefore(context, userId))
  const organizationId: unknown = before?.['activeOrganizationId']
  if (typeof organizationId === 'string') return { data: { activeOrganizationId: organizationId } }
}

/** Their browser's old session, for which there is no cookie any more, ends: lists would show one device twice. */
export const endReplacedSession = at(roundabout, async (context: HookContext) => {
  const { newSession, internalAdapter } = context.context
  const before = newSession && (await sessionBefore(context, newSession.user.id))
  if (before && before.token !== newSession?.session.token) await internalAdapter.deleteSession(before.token)
})

/** The session that the request's cookie names, if it is that person's. */
async function sessionBefore(context: GenericEndpointContext | HookContext, userId: string): Promise<(Session & Readonly<Record<string, unknown>>) | undefined> {
  if (!roundabout.includes(context.path)) return undefined
  const token = await context.getSignedCookie(context.context.authCookies.sessionToken.name, context.context.secret)
  if (!token) return undefined
  const found = await context.context.internalAdapter.findSession(token)
  return found && found.session.userId === userId && found.session.expiresAt > new Date() ? found.session : undefined
}
