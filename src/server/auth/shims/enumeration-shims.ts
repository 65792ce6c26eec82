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
 * S16: a social sign-in with an address that its provider has verified is linked to the account with that address
 * (section 4), even an unverified one; a mailed link signs in to it. An attacker may have created that account in
 * advance (GHSA-g38m-r43w-p2q7), so its password, links, sessions and other access are removed first.
 */
export function unprovenAccount(services: Services) {
  /** Requests that create the account in their own transaction: there is nothing older to remove. */
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
    // Linking from the account page changes nothing here.
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
    /** For a mailed link the library itself removes password, links and sessions, and marks the address as verified. */
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
 * A non-member who requests an organization by id or slug gets the same answer whether it exists or not, and keeps
 * their active organization. 1.7 answers 403 or 400, and clears the active organization.
 */
export const strangerOrganizations: readonly AuthHook[] = [
  at(['/organization/get-full-organization', '/organization/get-organization'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'User is not a member of the organization')
  }),
  at(['/organization/list-members', '/organization/get-active-member-role'], async (context) => {
    await refuseStranger(context, bySlugFirst(context.query), 'You are not a member of this organization')
  }),
  at(['/organization/set-active'], async (context) => {
    // Null clears the active organization, whatever other fields say.
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

/** S3: the specification's name (section 7) for 1.7's request-password-reset, without the extra `message`. */
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

/** Answers no sooner than after `floorMs`, whatever the result. Refusals wait too. */
export async function inConstantTime<T>(floorMs: Milliseconds, work: () => Promise<T>): Promise<T> {
  const floor = pause(floorMs)
  try {
    return await work()
  } finally {
    await floor
  }
}

/** S10: an address that is taken is refused with "Couldn't update your email" (section 8); 1.7 pretends success. */
export const changeEmailTaken = at(['/change-email'], async (context) => {
  if (!context.context.options.user?.changeEmail?.enabled) return
  const newEmail = bodyText(context, 'newEmail')?.toLowerCase()
  const session = await getSessionFromCtx(context, { disableCookieCache: true })
  if (!session || newEmail === undefined || newEmail === session.user.email) return
  if (await context.context.internalAdapter.findUserByEmail(newEmail))
    throw new APIError('BAD_REQUEST', { message: "Couldn't update your email" })
})
