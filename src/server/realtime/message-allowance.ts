import type { Instant } from '#shared/units.ts'

/** So many at once, and so many a second on average. */
interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** Counts what one connection sends; answers whether it may send one more. */
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
