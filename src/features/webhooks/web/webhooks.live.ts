import type { LiveRules } from '#web/live/live-rules.ts'

/** The prefix of every list of webhooks. */
export const webhooksKey = ['webhooks'] as const

export const webhooksLive: LiveRules = { nouns: { webhook: () => [webhooksKey] }, all: () => [webhooksKey] }
