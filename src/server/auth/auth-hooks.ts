import { defineHook } from '../hooks.ts'
import type { Services } from '../services.ts'

/** A new account, once it is committed. */
export const accountCreated = defineHook<[services: Services, userId: string]>('account.created')

/** Deletes an account and what goes with it, in one transaction. A Refusal keeps it. */
export const accountDeleting = defineHook<[services: Services, userId: string, address: string]>('account.deleting')

/** An account that is gone. */
export const accountDeleted = defineHook<[services: Services, userId: string]>('account.deleted')

/**
 * Whoever has proven that an account is theirs takes it over: whoever acts for it without a session is let in no more.
 */
export const accountTakenOver = defineHook<[services: Services, userId: string, address: string]>('account.taken_over')

/** A session of theirs began or ended. */
export const sessionsChanged = defineHook<[services: Services, userId: string]>('account.sessions_changed')

/** An organization, its teams or its people changed. `userId` names who came or went. */
export const organizationChanged =
  defineHook<[services: Services, organizationId: string, userId?: string]>('organization.changed')

/** Asked before an organization is deleted. */
export const organizationDeleting = defineHook<[services: Services, organizationId: string]>('organization.deleting')

/** A team that is gone. */
export const teamDeleted = defineHook<[services: Services, teamId: string]>('team.deleted')
