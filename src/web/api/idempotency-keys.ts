import type { Instant, Milliseconds } from '#shared/units.ts'
import { randomKey } from './random-key.ts'

/** Requests of which nobody knows whether they were done, by what was asked, with the key they were sent under. */
export interface IdempotencyKeys {
  /** The key to send this request under: the one of an attempt in doubt, or else a new one. */
  keyFor(request: string): string
  /** It may have been done: the same request sent again must be the same to the server. */
  inDoubt(request: string, key: string): void
  /** It was done, and that was heard: the next such request is another one. */
  settled(request: string): void
}

/** Whoever asks for the same much later means it anew. */
const DOUBT_MS: Milliseconds = 5 * 60_000

/** `mostKept` bounds the memory; the longest in doubt are forgotten first. */
export function idempotencyKeys(
  newKey: () => string = randomKey,
  { mostKept = 100, now = Date.now }: { readonly mostKept?: number; readonly now?: () => Instant } = {},
): IdempotencyKeys {
  const doubtful = new Map<string, { readonly key: string; readonly at: Instant }>()
  return {
    keyFor: (request) => {
      const doubt = doubtful.get(request)
      return doubt && now() - doubt.at < DOUBT_MS ? doubt.key : newKey()
    },
    inDoubt: (request, key) => {
      doubtful.delete(request)
      doubtful.set(request, { key, at: now() })
      const oldest = doubtful.keys().next()
      if (doubtful.size > mostKept && !oldest.done) doubtful.delete(oldest.value)
    },
    settled: (request) => void doubtful.delete(request),
  }
}
