import type { BetterAuthPlugin } from 'better-auth'
import { fieldLimits } from '../limits/field-limits.ts'
import { changeEmailTaken, strangerOrganizations } from './enumeration-shims.ts'
import { memberListQuery, membersSeeInvitations, permissionName } from './member-shims.ts'
import { displayUsername, signUpEmail, usernameWithoutPassword } from './name-shims.ts'
import {
  knownProviders,
  listAccountsProvider,
  signInUrl,
  stateNamesProvider,
  stateOfProvider,
  tokensByProvider,
  unlinkByProvider,
} from './provider-shims.ts'
import { relativeTargets } from './request-shims.ts'
import { revokeOwnSession, verifyEmailSession } from './session-shims.ts'

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
