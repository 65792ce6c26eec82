import { setTimeout as pause } from 'node:timers/promises'
import type { BetterAuthOptions, BetterAuthPlugin, GenericEndpointContext, User } from 'better-auth'
import { APIError, createAuthEndpoint, getOAuthState, getSessionFromCtx, requestPasswordReset } from 'better-auth/api'
import type { Milliseconds } from '#shared/units.ts'
import type { Services } from '../../services.ts'
import { addressIn } from '../auth-audit.ts'
import { accountTakenOver } from '../auth-hooks.ts'
import { forgetTokens, isHeld } from '../mail/email-change.ts'
import { at, type AuthHook, bodyText, type HookContext } from './auth-hook.ts'

type Hooks = NonNullable<BetterAuthOptions['databaseHooks']>
type BeforeAccount = NonNullable<NonNullable<NonNullable<Hooks['account']>['create']>['before']>
type UserChange = NonNullable<NonNullable<Hooks['user']>['update']>

/**
 * S16: a social sign-in whose provider vouches for the address is linked to the account that has it (section 4), also
 * if nobody ever verified that; a mailed link signs in to it. Whoever made that account may be an impostor waiting
 * (GHSA-g38m-r43w-p2q7), so their password, links, sessions and what else lets them in go first.
 */
export function unprovenAccount(services: Services) {
  /** Requests that make the account themselves, in a transaction of their own: nothing can have come before them. */
  const making = new WeakSet<object>()

  const dropRest = async (context: GenericEndpointContext, userId: string) => {
    await forgetTokens(context, userId)
    await accountTakenOver.ask(services, userId, addressIn(context.headers))
  }

  const dropAccess: BeforeAccount = async (account, context) => {
    if (
      !context ||
      making.has(context) ||
      account.providerId === 'credential' ||
      !['/callback/:id', '/sign-in/social'].includes(context.path)
    )
      return
    // Linking from the account page is another matter and changes nothing.
    if ((await getOAuthState())?.link) return
    const { internalAdapter } = context.context
    const user: (User & Readonly<Record<string, unknown>>) | null = await internalAdapter.findUserById(account.userId)
    if (user?.['disabledAt'])
      throw new APIError('FORBIDDEN', { message: 'This account is disabled', code: 'ACCOUNT_DISABLED' })
    if (!user || user.emailVerified) return
    if (isHeld(user)) throw new APIError('UNAUTHORIZED', { message: 'account not linked', code: 'account_not_linked' })
    for (const old of await internalAdapter.findAccounts(user.id)) await internalAdapter.deleteAccount(old.id)
    await internalAdapter.deleteUserSessions(user.id)
    await dropRest(context, user.id)
  }

  return {
    dropAccess,
    making: (context: GenericEndpointContext | null) => void (context && making.add(context)),
    /**
     * By a mailed link the library drops password, links and sessions itself, and then the address counts as verified.
     */
    withMailedLinks: (hooks: UserChange): UserChange => ({
      ...hooks,
      after: async (user, context) => {
        await hooks.after?.(user, context)
        if (context?.path === '/magic-link/verify') await dropRest(context, user.id)
      },
    }),
  }
}

interface Named {
  readonly id: string | undefined
  readonly slug: string | undefined
}

/**
 * Whoever is no member asks for an organization by its id or slug: the answer is the same whether there is one, and the
 * refused request changes nothing. 1.7 tells 403 from 400, and takes the active organization away with the refusal.
 */
export const strangerOrganizations: readonly AuthHook[] = [
  at(['/organization/get-full-organization', '/organization/get-organization'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'User is not a member of the organization')
  }),
  at(['/organization/list-members', '/organization/get-active-member-role'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'You are not a member of this organization')
  }),
  at(['/organization/set-active'], async (context) => {
    // Null leaves the active one, whatever else is said.
    if (Reflect.get(Object(context.body), 'organizationId') === null) return
    const id = textIn(context.body, 'organizationId')
    const named = { id, slug: id ? undefined : textIn(context.body, 'organizationSlug') }
    await refuseStranger(context, named, 'User is not a member of the organization')
  }),
]

async function refuseStranger(context: HookContext, { id, slug }: Named, message: string): Promise<void> {
  const session = slug || id ? await getSessionFromCtx(context, { disableCookieCache: true }) : null
  if (!session) return
  const { adapter } = context.context
  const named = slug
    ? await adapter.findOne<{ id: string }>({ model: 'organization', where: [{ field: 'slug', value: slug }] })
    : { id: id ?? '' }
  const member =
    named &&
    (await adapter.findOne({
      model: 'member',
      where: [
        { field: 'organizationId', value: named.id },
        { field: 'userId', value: session.user.id },
      ],
    }))
  if (!member) throw new APIError('FORBIDDEN', { message })
}

function bySlugFirst(query: unknown): Named {
  const slug = textIn(query, 'organizationSlug')
  return { slug, id: slug ? undefined : textIn(query, 'organizationId') }
}

function textIn(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** S3: the specification's name (section 7) for what 1.7 calls request-password-reset, without the extra `message`. */
export function forgetPassword() {
  return {
    id: 'forget-password',
    endpoints: {
      forgetPassword: createAuthEndpoint('/forget-password', requestPasswordReset.options, async (context) => {
        await requestPasswordReset({ ...context, asResponse: false, returnHeaders: false })
        return context.json({ status: true })
      }),
    },
  } satisfies BetterAuthPlugin
}

/** Answers no sooner than after `floorMs`, whatever the work found. A refusal waits as well. */
export async function inConstantTime<T>(floorMs: Milliseconds, work: () => Promise<T>): Promise<T> {
  const floor = pause(floorMs)
  try {
    return await work()
  } finally {
    await floor
  }
}

/** S10: an address somebody else has is refused with "Couldn't update your email" (section 8); 1.7 feigns success. */
export const changeEmailTaken = at(['/change-email'], async (context) => {
  if (!context.context.options.user?.changeEmail?.enabled) return
  const newEmail = bodyText(context, 'newEmail')?.toLowerCase()
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  if (!session || newEmail === undefined || newEmail === session.user.email) return
  if (await context.context.internalAdapter.findUserByEmail(newEmail))
    throw new APIError('BAD_REQUEST', { message: "Couldn't update your email" })
})
