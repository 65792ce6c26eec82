import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { record, type Audited } from '../audit/audit.ts'
import { fieldOf } from '../audit/audited-field.ts'
import type { Services } from '../services.ts'
import { at, bodyText, type AuthHook, type HookContext } from './shims/auth-hook.ts'

type Context = GenericEndpointContext | HookContext
type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>

/** The audit entry that each endpoint writes on success, for the signed-in user. */
const deeds: Readonly<Record<string, AuditKind>> = {
  '/change-password': 'password.changed',
  '/unlink-account': 'way.removed',
  '/revoke-session': 'sessions.ended',
  '/revoke-sessions': 'sessions.ended',
  '/revoke-other-sessions': 'sessions.ended',
  '/organization/create': 'organization.created',
  '/organization/update': 'organization.changed',
  '/organization/delete': 'organization.deleted',
  '/organization/update-member-role': 'organization.role_changed',
  '/organization/remove-member': 'organization.member_removed',
  '/organization/leave': 'organization.left',
  '/organization/invite-member': 'organization.invited',
  '/organization/cancel-invitation': 'organization.invite_revoked',
  '/organization/accept-invitation': 'organization.joined',
}
const passwordPaths = ['/sign-in/email', '/sign-in/username']
/** These endpoints replace the session; a new session here is not a sign-in. */
const noSignIn = new Set(['/change-password', '/change-email', '/update-user'])

/** Audits sign-ins, passwords, addresses and organizations. */
export function authAudit(services: Pick<Services, 'database' | 'config' | 'now' | 'newId'>) {
  const {
    database: { db },
    now,
    newId,
  } = services
  const note = (context: Context | null | undefined, audited: Omit<Audited, 'address'>) =>
    record({ db, now, newId }, { ...audited, address: addressIn(context?.headers) })
  const emails = new WeakSet<object>()
  return {
    after: [
      at(Object.keys(deeds), async (context) => {
        const { returned, session, newSession } = context.context
        const kind = deeds[context.path]
        // Not every endpoint leaves the session in its context.
        const userId =
          session?.user.id ??
          newSession?.user.id ??
          (await getSessionFromCtx(context, { disableCookieCache: true }).catch(() => null))?.user.id
        if (!kind || !userId || returned instanceof Error) return
        await note(context, { kind, actorId: userId, ...aboutOrganization(context, returned) })
      }),
      at(passwordPaths, async (context) => {
        const { returned } = context.context
        if (!isAPIError(returned) || (returned.statusCode !== 401 && returned.statusCode !== 403)) return
        await note(context, {
          kind: 'sign_in.failed',
          actorId: null,
          subjectId: await triedAs(context),
          refs: { way: wayOf(context), ...(typeof returned.body?.code === 'string' && { reason: returned.body.code }) },
        })
      }),
    ] satisfies AuthHook[],
    accountCreated: async ({ id }: { readonly id: string }, context: Context | null) =>
      note(context, { kind: 'account.created', actorId: id, ...(context && { refs: { way: wayOf(context) } }) }),
    sessionBegan: async ({ userId }: { readonly userId: string }, context: Context | null) => {
      if (context && !noSignIn.has(context.path))
        await note(context, { kind: 'sign_in.done', actorId: userId, refs: { way: wayOf(context) } })
    },
    /** `request` is the library's, with its headers. */
    passwordReset: async (userId: string, request: Request | undefined) =>
      record({ db, now, newId }, { kind: 'password.reset', actorId: userId, address: addressIn(request?.headers) }),
    wayAdded: async (
      { userId, providerId }: { readonly userId: string; readonly providerId: string },
      context: Context | null,
    ) => {
      if (context?.path === '/sign-up/email') return
      await note(context, { kind: 'way.added', actorId: userId, refs: { way: providerId } })
    },
    /** Wraps the hooks that handle a changed address. */
    withEmail: (
      hooks: NonNullable<NonNullable<Hooks['user']>['update']>,
    ): NonNullable<NonNullable<Hooks['user']>['update']> => ({
      before: async (changes, context) => {
        if (context && changes.email !== undefined) emails.add(context)
        return hooks.before?.(changes, context)
      },
      after: async (user, context) => {
        await hooks.after?.(user, context)
        if (context && emails.delete(context)) await note(context, { kind: 'email.changed', actorId: user.id })
      },
    }),
  }
}

/** The client's address, which auth-routes.ts has verified. */
export function addressIn(headers: Headers | undefined): string {
  return headers?.get('x-real-client-ip') ?? ''
}

/** The provider or method of a sign-in that goes through another page, otherwise the endpoint's name. */
function wayOf(context: Context): string {
  const { id }: Readonly<Record<string, unknown>> = context.params ?? {}
  return context.path === '/callback/:id' && typeof id === 'string'
    ? id
    : context.path.replace(/^\/sign-in\//, '').replace(/^\//, '')
}

/** The account that a failed sign-in tried, if it exists. */
async function triedAs(context: HookContext): Promise<string | undefined> {
  const field = context.path === '/sign-in/username' ? 'username' : 'email'
  const typed = bodyText(context, field)?.toLowerCase()
  if (!typed) return undefined
  return (await context.context.adapter.findOne<{ id: string }>({ model: 'user', where: [{ field, value: typed }] }))
    ?.id
}

/** The organization, member and role in an answer of the organization plugin. */
function aboutOrganization(
  context: HookContext,
  returned: unknown,
): Pick<Audited, 'organizationId' | 'subjectId' | 'refs'> {
  if (!context.path.startsWith('/organization/')) return {}
  const parts = [returned, fieldOf(returned, 'member'), fieldOf(returned, 'invitation'), context.body]
  const first = (name: string) =>
    parts.map((part) => fieldOf(part, name)).find((value) => typeof value === 'string') as string | undefined
  const isItself = context.path === '/organization/create' || context.path === '/organization/update'
  const organizationId = isItself
    ? (fieldOf(returned, 'id') as string | undefined)
    : (first('organizationId') ?? context.context.session?.session['activeOrganizationId'])
  const isAboutSomebody =
    context.path === '/organization/update-member-role' || context.path === '/organization/remove-member'
  const role = /role|invite-member|accept/.test(context.path) ? first('role') : undefined
  return { organizationId, ...(isAboutSomebody && { subjectId: first('userId') }), ...(role && { refs: { role } }) }
}
