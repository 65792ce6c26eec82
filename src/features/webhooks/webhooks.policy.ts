import type { Policy } from '#shared/roles.ts'

/** Only owners decide what leaves the project. */
export const webhookPolicy = { 'webhook.manage': 'owner' } as const satisfies Policy
