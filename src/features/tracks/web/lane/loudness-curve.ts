import { CELLS_PER_SECOND, lufsOf, SHORT_TERM_CELLS } from '#audio/loudness-gating.ts'
import type { Lufs, Seconds } from '#shared/units.ts'

/** Prefix sums of energy per cell, so that any window costs two look-ups. */
export function energySums(cells: Float32Array): Float64Array {
  const sums = new Float64Array(cells.length + 1)
  for (let i = 0; i < cells.length; i++) sums[i + 1] = (sums[i] ?? 0) + (cells[i] ?? 0)
  return sums
}

/**
 * The short-term loudness at a moment: of the 3 s before it. Undefined in the first 3 s, past the end, and in silence.
 * @see EBU Tech 3341
 */
export function shortTermAt(sums: Float64Array, at: Seconds): Lufs | undefined {
  const end = Math.round(at * CELLS_PER_SECOND)
  const start = end - SHORT_TERM_CELLS
  if (start < 0 || end >= sums.length) return undefined
  const energy = ((sums[end] ?? 0) - (sums[start] ?? 0)) / SHORT_TERM_CELLS
  // Anything less is a rounding error left by louder sound before.
  return energy > 1e-13 ? lufsOf(energy) : undefined
}

/** The lane's range. */
export const LOUDEST: Lufs = -4
export const QUIETEST: Lufs = -28

/** Distance from the top of a lane, 0 to 1, clamped. */
export function loudnessHeight(loudness: Lufs): number {
  return Math.max(0, Math.min(1, (LOUDEST - loudness) / (LOUDEST - QUIETEST)))
}
