import type { LiveRules } from '#web/live/live-rules.ts'

export const tokensKey = ['account', 'tokens'] as const

export const tokensLive: LiveRules = {
  nouns: { token: () => [tokensKey] },
  all: (stream) => (stream.startsWith('user:') ? [tokensKey] : []),
}
