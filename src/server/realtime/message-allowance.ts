import type { Instant } from '#shared/units.ts'

/** A burst, and an average rate per second. */
interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** Counts the messages of one connection; returns whether one more is allowed. */
export function messageAllowance({ burst, perSecond }: Allowance, now: () => Instant): () => boolean {
  let left = burst
  let at = now()
  return () => {
    const passed = Math.max(0, now() - at)
    at = now()
    left = Math.min(burst, left + (passed / 1000) * perSecond)
    if (left < 1) return false
    left -= 1
    return true
  }
}
