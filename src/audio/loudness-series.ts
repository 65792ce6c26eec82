import type { Loudness } from '#audio/analysis-report.ts'
import { CELLS_PER_SECOND, lufsOf, MOMENTARY_CELLS, SHORT_TERM_CELLS } from '#audio/loudness-gating.ts'
import type { Lufs, Seconds } from '#shared/units.ts'

/** A value every `hop`; the window of `values[i]` ends at `start + i * hop`. Null is silence. */
export interface LoudnessSeries {
  readonly start: Seconds
  readonly hop: Seconds
  readonly values: readonly (Lufs | null)[]
}

/** All that is measured of loudness: what the route and `npm run analyse` both answer (docs/formats/analysis.md). */
export interface LoudnessReport extends Loudness {
  readonly momentary: LoudnessSeries
  readonly shortTerm: LoudnessSeries
}

/** Ten values a second, as meters show them (EBU Tech 3341 asks for no fewer). */
const HOP_CELLS = 10
/** −130 LUFS: what rings on in a filter after the last sound. */
const SILENCE = 1e-13

/** The figures of a report together with the curves that its energy cells give. */
export function loudnessReport(loudness: Loudness, measured: Float32Array): LoudnessReport {
  // Cells of objects were added up as if each were a loudspeaker: good for finding places, and no loudness.
  const cells = loudness.notMeasured === undefined ? measured : new Float32Array(0)
  return { ...loudness, momentary: series(cells, MOMENTARY_CELLS), shortTerm: series(cells, SHORT_TERM_CELLS) }
}

/**
 * Values to a hundredth, which is finer than the standard measures. Each is summed afresh: silence after something loud
 * is exactly that.
 */
function series(cells: Float32Array, windowCells: number): LoudnessSeries {
  const hops = Float64Array.from({ length: Math.floor(cells.length / HOP_CELLS) }, (_, hop) =>
    sum(cells, hop * HOP_CELLS, HOP_CELLS),
  )
  const hopsPerWindow = windowCells / HOP_CELLS
  const values = Array.from({ length: Math.max(0, hops.length - hopsPerWindow + 1) }, (_, i) => {
    const energy = sum(hops, i, hopsPerWindow) / windowCells
    return energy > SILENCE ? Math.round(lufsOf(energy) * 100) / 100 : null
  })
  return { start: windowCells / CELLS_PER_SECOND, hop: HOP_CELLS / CELLS_PER_SECOND, values }
}

function sum(values: Float32Array | Float64Array, from: number, count: number): number {
  let total = 0
  for (let i = from; i < from + count; i++) total += values[i] ?? 0
  return total
}
