import type { Seconds } from '#shared/units.ts'

/** A value every `hop`; the window of `values[i]` ends at `start + i * hop`. Null is silence. */
export interface TimeSeries {
  readonly start: Seconds
  readonly hop: Seconds
  readonly values: readonly (number | null)[]
}

/** The value of the window that ended last at a moment; null before the first and after the last. */
export function valueAt({ start, hop, values }: TimeSeries, at: Seconds): number | null {
  // A moment's own rounding must not choose the value before.
  return values[Math.floor((at - start) / hop + 1e-6)] ?? null
}
