import type { Milliseconds } from '#shared/units.ts'

/** The shortest time of several runs, because other processes may use the machine. */
export async function fastestOf(times: number, work: () => unknown): Promise<Milliseconds> {
  let best = Infinity
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}
