import type { EnergyGrid } from '#audio/energy-file.ts'
import { CELLS_PER_SECOND, gatedLoudness } from '#audio/loudness-gating.ts'
import type { GatedLoudness } from '#audio/loudness-gating.ts'
import type { Seconds } from '#shared/units.ts'

/** Rounding of seconds that come from frames must not lose the cell that ends right there. */
const CELL_ROUNDING = 1e-6

/**
 * Integrated loudness, loudness range and the loudest momentary and short-term values of a stretch of a recording, from
 * the 10 ms cells that lie wholly within it. What lies outside is not heard: no window reaches over the ends. Null
 * where the stretch is silent or too short: 0.4 s for integrated and momentary, 3 s for short-term and range. A stretch
 * that reaches beyond the recording is cut. The whole recording gives the figures of its report. Quick enough to follow
 * a dragged selection: about 10 ms for two hours.
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
