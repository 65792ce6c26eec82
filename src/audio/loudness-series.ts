import type { Loudness } from '#audio/analysis-report.ts'
import { type LowestPsr, lowestPsr, peakToLoudness, peakToShortTerm } from '#audio/dynamics.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { CELLS_PER_SECOND, lufsOf, MOMENTARY_CELLS, SHORT_TERM_CELLS } from '#audio/loudness-gating.ts'
import { stereoSeries } from '#audio/stereo-series.ts'
import type { TimeSeries } from '#audio/time-series.ts'
import type { Lufs } from '#shared/units.ts'

/** All loudness measurements, for the route and `npm run analyse` (docs/formats/analysis.md). */
export interface LoudnessReport extends Loudness {
  readonly momentary: TimeSeries
  readonly shortTerm: TimeSeries
  /** Peak-to-loudness ratio, in dB. */
  readonly plr: number | null
  /** In dB; null in a version that an older release analysed, like those below. */
  readonly psr: TimeSeries | null
  /** Null also for one channel. */
  readonly correlation: TimeSeries | null
  readonly width: TimeSeries | null
}

/** Ten values per second, the minimum for meters (EBU Tech 3341). */
const HOP_CELLS = 10
/** −130 LUFS: the decay of a filter after the last sound. */
const SILENCE = 1e-13

/** A report's figures and the curves computed from its energy grid. */
export function loudnessReport(
  loudness: Loudness,
  { cells: measured, rows }: Pick<EnergyGrid, 'cells' | 'rows'>,
): LoudnessReport {
  // The cells of audio objects were summed as if each were a loudspeaker: useful for finding places, but not loudness.
  const cells = loudness.notMeasured === undefined ? measured : new Float32Array(0)
  const shortTerm = shortTermSeries(cells)
  const isStereo = loudness.truePeakPerChannel.length > 1 && loudness.notMeasured === undefined
  const sides = rows && isStereo ? stereoSeries(rows) : null
  return {
    ...loudness,
    momentary: series(cells, MOMENTARY_CELLS),
    shortTerm,
    plr: peakToLoudness(loudness.truePeak, loudness.integrated),
    psr: rows && peakToShortTerm(rows, shortTerm),
    correlation: sides?.correlation ?? null,
    width: sides?.width ?? null,
  }
}

/** The short-term loudness ten times a second. */
export function shortTermSeries(cells: Float32Array): TimeSeries {
  return series(cells, SHORT_TERM_CELLS)
}

/**
 * Values are rounded to hundredths, finer than the standard's precision. Each window is summed separately, so that
 * silence after something loud is exact.
 */
function series(cells: Float32Array, windowCells: number): TimeSeries {
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

/** The lowest peak-to-short-term-loudness ratio of a recording; null if an older release measured it. */
export function lowestPsrIn({ cells, rows }: EnergyGrid, integrated: Lufs | null): LowestPsr | null {
  if (!rows) return null
  const shortTerm = shortTermSeries(cells)
  return lowestPsr(peakToShortTerm(rows, shortTerm), shortTerm, integrated)
}
