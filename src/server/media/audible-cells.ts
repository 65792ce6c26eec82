import type { TimeSpan } from '#audio/comparison-result.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'

/** -60 dBFS. */
const AUDIBLE_CELL = 1e-6

/** Whether anything is heard there, by the energy grid. */
export function isAudibleIn(cells: Float32Array, { from, to }: TimeSpan): boolean {
  return cells
    .subarray(Math.ceil(from * CELLS_PER_SECOND), Math.max(0, Math.floor(to * CELLS_PER_SECOND)))
    .some((cell) => cell > AUDIBLE_CELL)
}
