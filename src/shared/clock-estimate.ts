import type { Instant, Milliseconds } from './units.ts'

/** One time request: `sent` and `received` by the local clock, `at` by the server's. */
export interface ClockSample {
  readonly sent: Milliseconds
  readonly received: Milliseconds
  readonly at: Instant
}

export interface ClockEstimate {
  /** Add this to the local clock to get the server's. */
  readonly offsetMs: Milliseconds
  /** The largest possible error, however asymmetric the network delays. */
  readonly uncertaintyMs: Milliseconds
}

/** Slow answers are imprecise: uses the median of the fastest third. */
export function bestEstimate(samples: readonly ClockSample[]): ClockEstimate | undefined {
  const quickest = samples
    .toSorted((a, b) => tripOf(a) - tripOf(b))
    .slice(0, Math.max(1, Math.ceil(samples.length / 3)))
  const [best] = quickest
  if (!best) return undefined
  const offsets = quickest.map(({ sent, received, at }) => at - (sent + received) / 2).sort((a, b) => a - b)
  const middle = offsets.length >> 1
  const offsetMs =
    offsets.length % 2 === 1 ? (offsets[middle] ?? 0) : ((offsets[middle - 1] ?? 0) + (offsets[middle] ?? 0)) / 2
  return { offsetMs, uncertaintyMs: tripOf(quickest[middle] ?? best) / 2 }
}

function tripOf({ sent, received }: ClockSample): Milliseconds {
  return received - sent
}
