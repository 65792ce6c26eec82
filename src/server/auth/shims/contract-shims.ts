import type { BetterAuthPlugin } from 'better-auth'
import { fieldLimits } from '../field-limits.ts'
import { changeEmailTaken } from './change-email-taken.ts'
import { displayUsername } from './display-username.ts'
import { knownProviders } from './known-providers.ts'
import { listAccountsProvider } from './list-accounts-provider.ts'
import { memberListQuery } from './member-list-query.ts'
import { membersSeeInvitations } from './members-see-invitations.ts'
import { permissionName } from './permission-name.ts'
import { relativeTargets } from './relative-targets.ts'
import { revokeOwnSession } from './revoke-own-session.ts'
import { signInUrl } from './sign-in-url.ts'
import { signUpEmail } from './sign-up-email.ts'
import { stateNamesProvider, stateOfProvider } from './state-of-provider.ts'
import { strangerOrganizations } from './stranger-organizations.ts'
import { tokensByProvider } from './tokens-by-provider.ts'
import { unlinkByProvider } from './unlink-by-provider.ts'
import { usernameWithoutPassword } from './username-without-password.ts'
import { verifyEmailSession } from './verify-email-session.ts'

/**
 * Restores the specification's contract, which is that of Better Auth 1.2.8, on the line that is safe to run. Each
 * piece names its line of AUTH.md (S1 to S21); those that are no hooks stand where they are used.
 */
export const contractShims = {
  id: 'contract-shims',
  hooks: {
    before: [
      relativeTargets,
      fieldLimits,
      knownProviders,
      stateNamesProvider,
      stateOfProvider,
      signUpEmail,
      displayUsername,
      usernameWithoutPassword,
      unlinkByProvider,
      tokensByProvider,
      revokeOwnSession,
      changeEmailTaken,
      verifyEmailSession,
      memberListQuery,
      ...strangerOrganizations,
      membersSeeInvitations,
      permissionName,
    ],
    after: [listAccountsProvider, signInUrl],
  },
} satisfies BetterAuthPlugin
