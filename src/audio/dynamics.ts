import { type DynamicsRows, ROWS_PER_SECOND, rowsOf } from '#audio/dynamics-rows.ts'
import type { TimeSeries } from '#audio/time-series.ts'
import type { Decibels, Frames, Lufs, Seconds } from '#shared/units.ts'

/** Null in silence, and where either figure is unknown. */
type Figure = number | null

/**
 * Peak-to-loudness ratio in dB: how far the highest true peak is above the integrated loudness.
 * @see Shepherd, Grimm, Tapper, Kahsnitz, Kerr: “Measuring Micro-Dynamics”, AES 143rd Convention, 2017
 */
export function peakToLoudness(truePeak: Figure, integrated: Lufs | null): Figure {
  return truePeak === null || integrated === null ? null : truePeak - integrated
}

/**
 * Crest factor in dB of the channel with the most energy: its sample peak above its root mean square. A sine has 3.01,
 * a square wave 0.
 */
export function crestFactor(
  channels: readonly { readonly samplePeak: number; readonly squares: number }[],
  frames: Frames,
): Figure {
  const [loudest] = channels.toSorted((one, other) => other.squares - one.squares)
  return loudest && loudest.squares > 0
    ? 20 * Math.log10(loudest.samplePeak) - 10 * Math.log10(loudest.squares / frames)
    : null
}

/** The highest true peak in a stretch, in dBTP, to within a row at both ends. */
export function regionPeak({ peaks }: DynamicsRows, from: Seconds, to: Seconds): Figure {
  return decibelsOf(highest(peaks, ...rowsOf(from, to, peaks.length)))
}

const WINDOW: Seconds = 3
const WINDOW_ROWS = WINDOW * ROWS_PER_SECOND
/** The absolute gate of BS.1770: below it there is no music to judge. */
const GATE: Lufs = -70

/**
 * Peak-to-short-term-loudness ratio in dB: the highest true peak of the last 3 s above their loudness. Windows below
 * −70 LUFS have none.
 * @see Shepherd, Grimm, Tapper, Kahsnitz, Kerr: “Measuring Micro-Dynamics”, AES 143rd Convention, 2017
 */
export function peakToShortTerm({ peaks }: DynamicsRows, shortTerm: TimeSeries): TimeSeries {
  const values = shortTerm.values.map((loudness, i) => {
    const peak = decibelsOf(highest(peaks, i, i + WINDOW_ROWS))
    return loudness === null || loudness < GATE || peak === null ? null : hundredths(peak - loudness)
  })
  return { ...shortTerm, values }
}

export interface LowestPsr {
  /** Where its 3 s begin. */
  readonly at: Seconds
  readonly decibels: Decibels
}

/** What is this much quieter than the whole, such as a fade, is not compared: like the gate of EBU Tech 3342. */
const QUIETER: Decibels = 20

/** Where peaks are least above the loudness; null if the music has no 3 s. */
export function lowestPsr(psr: TimeSeries, shortTerm: TimeSeries, integrated: Lufs | null): LowestPsr | null {
  let lowest: LowestPsr | null = null
  psr.values.forEach((decibels, i) => {
    const loudness = shortTerm.values[i] ?? null
    if (decibels === null || loudness === null || loudness < (integrated ?? GATE) - QUIETER) return
    if (lowest === null || decibels < lowest.decibels) lowest = { at: psr.start + i * psr.hop - WINDOW, decibels }
  })
  return lowest
}

function highest(levels: Float32Array, from: number, to: number): number {
  let most = 0
  for (let row = from; row < to; row++) most = Math.max(most, levels[row] ?? 0)
  return most
}

function decibelsOf(level: number): Figure {
  return level > 0 ? 20 * Math.log10(level) : null
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
