import type { Seconds } from '#shared/units.ts'

/** Upper edges of the histogram. Whole files are sent by the same routes as words, hence the long ones. */
export const DURATION_EDGES: readonly Seconds[] = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60]

export interface RouteTimes {
  readonly method: string
  readonly route: string
  readonly status: number
  /** How many ended within each edge and not within the one before; the last is of those beyond every edge. */
  readonly counts: number[]
  sum: Seconds
}

/**
 * How many requests each route answered, with what, and how long that took. Routes, never addresses: ids of invites are
 * secrets.
 */
export class RequestHistograms {
  readonly #times = new Map<string, RouteTimes>()

  add(method: string, route: string, status: number, seconds: Seconds): void {
    const key = `${method} ${route} ${status}`
    const times = this.#times.get(key) ?? {
      method,
      route,
      status,
      counts: Array<number>(DURATION_EDGES.length + 1).fill(0),
      sum: 0,
    }
    this.#times.set(key, times)
    const found = DURATION_EDGES.findIndex((edge) => seconds <= edge)
    const place = found === -1 ? DURATION_EDGES.length : found
    times.counts[place] = (times.counts[place] ?? 0) + 1
    times.sum += seconds
  }

  list(): Iterable<RouteTimes> {
    return this.#times.values()
  }
}
