import type { Instant } from '#shared/units.ts'

const LAST: Instant = Date.UTC(9999, 11, 31)

/**
 * An instant as Better Auth's date columns take it on both engines. What a made-up cursor may carry is brought within
 * what they hold.
 */
export function storedDate(at: Instant): string {
  return new Date(Math.min(Math.max(at, 0), LAST)).toISOString()
}
