import { defineHook } from '../hooks.ts'
import type { Services } from '../services.ts'

/** A new account, after its transaction has committed. */
export const accountCreated = defineHook<[services: Services, userId: string]>('account.created')

/** Deletes an account and everything it owns, in one transaction. Throwing a Refusal cancels the deletion. */
export const accountDeleting = defineHook<[services: Services, userId: string, address: string]>('account.deleting')

/** After an account was deleted. */
export const accountDeleted = defineHook<[services: Services, userId: string]>('account.deleted')

/** The owner has proven that the account is theirs. Answers revoke everything that acts for it without a session. */
export const accountTakenOver = defineHook<[services: Services, userId: string, address: string]>('account.taken_over')

/** One of the user's sessions began or ended. */
export const sessionsChanged = defineHook<[services: Services, userId: string]>('account.sessions_changed')

/** An organization, its teams or its members changed. `userId` is the member who joined or left. */
export const organizationChanged =
  defineHook<[services: Services, organizationId: string, userId?: string]>('organization.changed')

/** Before an organization is deleted; a Refusal cancels it. */
export const organizationDeleting = defineHook<[services: Services, organizationId: string]>('organization.deleting')

/** After a team was deleted. */
export const teamDeleted = defineHook<[services: Services, teamId: string]>('team.deleted')
