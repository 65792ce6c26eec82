import { peakToShortTerm } from '#audio/dynamics.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { shortTermSeries } from '#audio/loudness-series.ts'
import { stereoSeries } from '#audio/stereo-series.ts'
import { type TimeSeries, valueAt } from '#audio/time-series.ts'
import type { Decibels, Lufs } from '#shared/units.ts'
import { formatDecibels, formatLufs } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { LaneCurve } from './lane-painter.ts'
import { laneStrings } from './lane.strings.ts'
import { energySums, loudnessHeight, shortTermAt } from './loudness-curve.ts'

/** A mark on a lane's scale. */
export interface LaneMark {
  /** Distance from the top, 0 to 1. */
  readonly top: number
  readonly label: string
}

export interface LanePicture {
  readonly curve: LaneCurve
  readonly marks: readonly LaneMark[]
}

export function loudnessPicture(cells: Float32Array, reference: Lufs): LanePicture {
  const sums = energySums(cells)
  return {
    marks: [
      { top: loudnessHeight(reference), label: formatDecibels(reference).replace('.0 dB', '').replace(' dB', '') },
    ],
    curve: {
      lines: [
        {
          colour: '--w-loudness',
          heightAt: (at) => {
            const loudness = shortTermAt(sums, at)
            return loudness === undefined ? undefined : loudnessHeight(loudness)
          },
        },
      ],
      wordsAt: (at) => {
        const loudness = shortTermAt(sums, at)
        return loudness === undefined ? '' : formatLufs(loudness)
      },
    },
  }
}

/** The lane's range of PSR. */
const MOST_PSR: Decibels = 20
/** The least of Dynameter’s “limited”. Steady sounds are below it without any limiting. */
const LIMITED: Decibels = 8

/** Peak to short-term loudness; null for a version that an older release analysed. */
export function dynamicsPicture({ cells, rows }: EnergyGrid): LanePicture | null {
  if (!rows) return null
  const psr = peakToShortTerm(rows, shortTermSeries(cells))
  const height = (decibels: Decibels) => 1 - Math.max(0, Math.min(1, decibels / MOST_PSR))
  return {
    marks: [{ top: height(LIMITED), label: String(LIMITED) }],
    curve: {
      lines: [{ colour: '--w-loudness', heightAt: (at) => mapped(psr, at, height) }],
      wordsAt: (at) => {
        const value = valueAt(psr, at)
        return value === null ? '' : text(laneStrings.psrAt, { value: formatDecibels(value) })
      },
    },
  }
}

/** The lane's range of width. */
const [NARROWEST, WIDEST]: readonly [Decibels, Decibels] = [-40, 10]

/** Correlation as a line and width as an area; null for a version that an older release analysed. */
export function stereoPicture({ rows }: EnergyGrid): LanePicture | null {
  if (!rows) return null
  const { correlation, width } = stereoSeries(rows)
  const correlationHeight = (value: number) => 0.5 - 0.42 * value
  const widthHeight = (decibels: Decibels) =>
    1 - Math.max(0, Math.min(1, (decibels - NARROWEST) / (WIDEST - NARROWEST)))
  const below = (at: number) => {
    const value = valueAt(correlation, at)
    return value !== null && value < 0 ? correlationHeight(value) : undefined
  }
  return {
    marks: [
      { top: 0.08, label: '+1' },
      { top: 0.5, label: '0' },
      { top: 0.92, label: '−1' },
    ],
    curve: {
      lines: [
        { colour: '--w-rms', heightAt: (at) => mapped(width, at, widthHeight), fillTo: 1 },
        { colour: '--w-clip', heightAt: below, fillTo: 0.5 },
        { colour: '--w-loudness', heightAt: (at) => mapped(correlation, at, correlationHeight) },
        { colour: '--w-clip', heightAt: below },
      ],
      wordsAt: (at) => stereoWords(valueAt(correlation, at), valueAt(width, at)),
    },
  }
}

function stereoWords(correlation: number | null, width: Decibels | null): string {
  if (width === null) return ''
  return text(laneStrings.stereoAt, {
    correlation: correlation === null ? '–' : correlationWords(correlation),
    width: width <= -60 ? laneStrings.noWidth : formatDecibels(width),
  })
}

/** Two decimals, always signed except at zero: `+0.83`, `−0.20`, `0.00`. */
export function correlationWords(correlation: number): string {
  const figure = Math.abs(correlation).toFixed(2)
  return figure === '0.00' ? figure : `${correlation < 0 ? '−' : '+'}${figure}`
}

function mapped(series: TimeSeries, at: number, height: (value: number) => number): number | undefined {
  const value = valueAt(series, at)
  return value === null ? undefined : height(value)
}
