import type { Decibels, Hertz, Lufs } from '#shared/units.ts'
import { trueMinus } from './locale.ts'

/** One decimal, with U+2212 as minus and no unit: `−11.6`, `0.0`. `null` and −∞ mean silence: `−∞`. */
export function formatLevel(level: Decibels | Lufs | null): string {
  if (level === null || level === -Infinity) return `${trueMinus}∞`
  const rounded = Math.abs(level).toFixed(1)
  return level < 0 && rounded !== '0.0' ? trueMinus + rounded : rounded
}

/** Always signed except at zero, for peaks over full scale, gains and differences: `+0.4`, `−1.4`, `0.0`. */
export function formatSignedLevel(level: Decibels | Lufs | null): string {
  const formatted = formatLevel(level)
  return level !== null && level > 0 && formatted !== '0.0' ? `+${formatted}` : formatted
}

export const formatLufs = (loudness: Lufs | null): string => `${formatLevel(loudness)} LUFS`
export const formatDecibels = (level: Decibels | null): string => `${formatLevel(level)} dB`
export const formatTruePeak = (peak: Decibels | null): string => `${formatSignedLevel(peak)} dBTP`

/** In kHz without the unit: `44.1`, `48`, `192`. */
export function formatSampleRate(rate: Hertz): string {
  return String(Math.round(rate / 10) / 100)
}

/** `24/48`, `32f/96`, or `AAC/44.1` for formats without a bit depth. */
export function formatBitsAndRate(bits: number | string, rate: Hertz): string {
  return `${bits}/${formatSampleRate(rate)}`
}
