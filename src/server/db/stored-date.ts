import type { Instant } from '#shared/units.ts'

const LAST: Instant = Date.UTC(9999, 11, 31)

/**
 * An instant in the format of Better Auth's date columns on both engines. Clamped to their range, because a forged
 * cursor may carry anything.
 */
export function storedDate(at: Instant): string {
  return new Date(Math.min(Math.max(at, 0), LAST)).toISOString()
}
