import type { Milliseconds } from '#shared/units.ts'

/** How long the work takes: the best of several times, because others may use the machine as well. */
export async function fastestOf(times: number, work: () => unknown): Promise<Milliseconds> {
  let best = Infinity
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
