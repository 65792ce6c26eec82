import type { Policy } from '#shared/roles.ts'

/** What leaves the project is its owners' to say. */
export const webhookPolicy = { 'webhook.manage': 'owner' } as const satisfies Policy
