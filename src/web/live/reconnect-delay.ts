import type { Milliseconds } from '#shared/units.ts'

const firstMs = 500
const longestMs = 30_000

/**
 * Delay before the next attempt after `failures` failed ones: it doubles up to a limit. The result is random between
 * half and all of that, so that clients do not reconnect to a restarted server all at once. `random` is in 0..1.
 */
export function reconnectDelay(failures: number, random: number): Milliseconds {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
