import type { Loudness } from '#audio/analysis-report.ts'
import { CELLS_PER_SECOND, lufsOf, MOMENTARY_CELLS, SHORT_TERM_CELLS } from '#audio/loudness-gating.ts'
import type { Lufs, Seconds } from '#shared/units.ts'

/** A value every `hop`; the window of `values[i]` ends at `start + i * hop`. Null is silence. */
export interface LoudnessSeries {
  readonly start: Seconds
  readonly hop: Seconds
  readonly values: readonly (Lufs | null)[]
}

/** All loudness measurements, for the route and `npm run analyse` (docs/formats/analysis.md). */
export interface LoudnessReport extends Loudness {
  readonly momentary: LoudnessSeries
  readonly shortTerm: LoudnessSeries
}

/** Ten values per second, the minimum for meters (EBU Tech 3341). */
const HOP_CELLS = 10
/** −130 LUFS: the decay of a filter after the last sound. */
const SILENCE = 1e-13

/** A report's figures and the curves computed from its energy cells. */
export function loudnessReport(loudness: Loudness, measured: Float32Array): LoudnessReport {
  // The cells of audio objects were summed as if each were a loudspeaker: useful for finding places, but not loudness.
  const cells = loudness.notMeasured === undefined ? measured : new Float32Array(0)
  return { ...loudness, momentary: series(cells, MOMENTARY_CELLS), shortTerm: series(cells, SHORT_TERM_CELLS) }
}

/**
 * Values are rounded to hundredths, finer than the standard's precision. Each window is summed separately, so that
 * silence after something loud is exact.
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
