import type { LiveRules } from '#web/live/live-rules.ts'

/** Every list of webhooks begins with this key. */
export const webhooksKey = ['webhooks'] as const

export const webhooksLive: LiveRules = { nouns: { webhook: () => [webhooksKey] }, all: () => [webhooksKey] }
