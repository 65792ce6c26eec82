import { APIError, getOAuthState } from 'better-auth/api'
import type { BetterAuthOptions, User } from 'better-auth'
import { isHeld } from '../email-change.ts'

type BeforeAccount = NonNullable<NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['account']>['create']>['before']>

/**
 * S16: a social sign-in whose provider vouches for the address is linked to the account that has it (section 4), also
 * if nobody ever verified that. Whoever made that account may be an impostor waiting (GHSA-g38m-r43w-p2q7), so their
 * password, links and sessions go first. Linking from the account page is another matter and changes nothing.
 */
export const dropUnprovenAccess: BeforeAccount = async (account, context) => {
  if (!context || account.providerId === 'credential' || !['/callback/:id', '/sign-in/social'].includes(context.path)) return
  if ((await getOAuthState())?.link) return
  const { internalAdapter } = context.context
  const user: (User & Readonly<Record<string, unknown>>) | null = await internalAdapter.findUserById(account.userId)
  if (user?.['disabledAt']) throw new APIError('FORBIDDEN', { message: 'This account is disabled', code: 'ACCOUNT_DISABLED' })
  if (!user || user.emailVerified) return
  if (isHeld(user)) throw new APIError('UNAUTHORIZED', { message: 'account not linked', code: 'account_not_linked' })
  for (const old of await internalAdapter.findAccounts(user.id)) await internalAdapter.deleteAccount(old.id)
  await internalAdapter.deleteUserSessions(user.id)
}
