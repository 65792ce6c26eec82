import type { EnergyGrid } from '#audio/energy-file.ts'
import { CELLS_PER_SECOND, gatedLoudness } from '#audio/loudness-gating.ts'
import type { GatedLoudness } from '#audio/loudness-gating.ts'
import type { Seconds } from '#shared/units.ts'

/** Seconds computed from frames are rounded; this keeps the cell that ends right there. */
const CELL_ROUNDING = 1e-6

/**
 * Integrated loudness, loudness range and maximum momentary and short-term loudness of a region, from the 10 ms cells
 * that lie entirely inside. No window extends beyond the region. Null if the region is silent or too short: 0.4 s for
 * integrated and momentary, 3 s for short-term and range. A region beyond the recording is clipped. The whole recording
 * gives its report's figures. Fast enough for a dragged selection: about 10 ms for two hours.
 */
export function regionLoudness(
  { cells }: Pick<EnergyGrid, 'cells'>,
  fromSeconds: Seconds,
  toSeconds: Seconds,
): GatedLoudness {
  const from = Math.max(0, Math.ceil(fromSeconds * CELLS_PER_SECOND - CELL_ROUNDING))
  const to = Math.min(cells.length, Math.floor(toSeconds * CELLS_PER_SECOND + CELL_ROUNDING))
  return gatedLoudness(cells, from, Math.max(from, to))
}
