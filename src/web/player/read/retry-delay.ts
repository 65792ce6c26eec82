import type { Milliseconds } from '#shared/units.ts'

/** Delay before attempt `attempt` (1 is the first retry): 0.2 s, doubling up to 5 s. */
export function retryDelay(attempt: number): Milliseconds {
  return Math.min(5000, 200 * 2 ** (attempt - 1))
}
