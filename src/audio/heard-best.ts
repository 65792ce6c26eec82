import type { HeardBest } from '#audio/audio-findings.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'

/** −60 LUFS, as the energy of a cell. */
const SOUNDS = 1e-6

/** The loudest second and the quietest that sounds, by the energy of its cells; the start if nothing does. */
export function heardBest(cells: Float32Array): HeardBest {
  let [most, least, loudest, quietest] = [0, Infinity, 0, 0]
  for (let from = 0; from + CELLS_PER_SECOND <= cells.length; from += CELLS_PER_SECOND) {
    let sum = 0
    for (let cell = from; cell < from + CELLS_PER_SECOND; cell++) sum += cells[cell] ?? 0
    if (sum > most) [most, loudest] = [sum, from]
    if (sum > SOUNDS * CELLS_PER_SECOND && sum < least) [least, quietest] = [sum, from]
  }
  return { loudest: loudest / CELLS_PER_SECOND, quietest: quietest / CELLS_PER_SECOND }
}
