import type { Milliseconds } from '#shared/units.ts'

const firstMs = 500
const longestMs = 30_000

/**
 * How long to wait before the attempt after `failures` failed ones: doubling, capped, and anywhere between
 * half and all of that, so that a restarted server is not met by everybody at once. `random` is in 0..1.
 */
export function reconnectDelay(failures: number, random: number): Milliseconds {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
