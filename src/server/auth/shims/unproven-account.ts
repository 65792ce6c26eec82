import { APIError, getOAuthState } from 'better-auth/api'
import type { BetterAuthOptions, GenericEndpointContext, User } from 'better-auth'
import { addressIn } from '../auth-audit.ts'
import { accountTakenOver } from '../auth-hooks.ts'
import { forgetTokens, isHeld } from '../email-change.ts'
import type { Services } from '../../services.ts'

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
