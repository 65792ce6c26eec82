import { type DynamicsRows, ROWS_PER_SECOND } from '#audio/dynamics-rows.ts'
import type { TimeSeries } from '#audio/time-series.ts'
import type { Decibels, Seconds } from '#shared/units.ts'

/** How left and right belong together over time; the window of each value is the second before it. */
export interface StereoSeries {
  /** −1 … 1; null in silence and where one side is silent. */
  readonly correlation: TimeSeries
  /** The level of the side signal (left − right) above that of the mid (left + right), in dB; null in silence. */
  readonly width: TimeSeries
}

export const STEREO_WINDOW: Seconds = 1
const WINDOW_ROWS = STEREO_WINDOW * ROWS_PER_SECOND
/** The mean square of −70 dBFS: noise of a converter. */
const SILENCE = 1e-7
/** Less is rounding: mono, or its opposite. */
const MOST_WIDTH: Decibels = 60

/** Correlation and width of a recording, ten times a second. */
export function stereoSeries({ left, right, products }: DynamicsRows): StereoSeries {
  const count = Math.max(0, left.length - WINDOW_ROWS + 1)
  const windows = Array.from({ length: count }, (_, row) => ({
    left: mean(left, row),
    right: mean(right, row),
    product: mean(products, row),
  }))
  return { correlation: series(windows.map(correlationOf)), width: series(windows.map(widthOf)) }
}

interface SideWindow {
  readonly left: number
  readonly right: number
  readonly product: number
}

function correlationOf({ left, right, product }: SideWindow): number | null {
  return left <= SILENCE || right <= SILENCE ? null : Math.max(-1, Math.min(1, product / Math.sqrt(left * right)))
}

function widthOf({ left, right, product }: SideWindow): number | null {
  if (left + right <= 2 * SILENCE) return null
  const [side, mid] = [Math.max(0, left + right - 2 * product), Math.max(0, left + right + 2 * product)]
  return Math.max(-MOST_WIDTH, Math.min(MOST_WIDTH, 10 * Math.log10(side / mid)))
}

function mean(levels: Float32Array, from: number): number {
  let sum = 0
  for (let row = from; row < from + WINDOW_ROWS; row++) sum += levels[row] ?? 0
  return sum / WINDOW_ROWS
}

function series(values: readonly (number | null)[]): TimeSeries {
  return {
    start: STEREO_WINDOW,
    hop: 1 / ROWS_PER_SECOND,
    values: values.map((value) => (value === null ? null : Math.round(value * 100) / 100)),
  }
}
