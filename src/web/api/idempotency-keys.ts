import type { Instant, Milliseconds } from '#shared/units.ts'
import { randomKey } from './random-key.ts'

/** Remembers the keys of requests that may or may not have been done, by the content of the request. */
export interface IdempotencyKeys {
  /** Returns the key of an earlier attempt in doubt, or a new one. */
  keyFor(request: string): string
  /** The request may have been done, so a repetition must use the same key. */
  inDoubt(request: string, key: string): void
  /** The server confirmed the request; the next identical one is a new request. */
  settled(request: string): void
}

/** After this time, an identical request is taken as a new one. */
const DOUBT_MS: Milliseconds = 5 * 60_000

/** `mostKept` limits how many keys are held; the oldest are dropped first. */
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
