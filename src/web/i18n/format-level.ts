import type { Decibels, Hertz, Lufs } from '#shared/units.ts'
import { trueMinus } from './locale.ts'

/** One decimal and a true minus, no unit: `−11.6`, `0.0`. `null` and −∞ are silence: `−∞`. */
export function formatLevel(level: Decibels | Lufs | null): string {
  if (level === null || level === -Infinity) return `${trueMinus}∞`
  const rounded = Math.abs(level).toFixed(1)
  return level < 0 && rounded !== '0.0' ? trueMinus + rounded : rounded
}

/** Signed on both sides of nought, for peaks over full scale, gains and differences: `+0.4`, `−1.4`, `0.0`. */
export function formatSignedLevel(level: Decibels | Lufs | null): string {
  const words = formatLevel(level)
  return level !== null && level > 0 && words !== '0.0' ? `+${words}` : words
}

export const formatLufs = (loudness: Lufs | null): string => `${formatLevel(loudness)} LUFS`
export const formatDecibels = (level: Decibels | null): string => `${formatLevel(level)} dB`
export const formatTruePeak = (peak: Decibels | null): string => `${formatSignedLevel(peak)} dBTP`

/** As engineers say it: `44.1`, `48`, `192`, in kHz without the unit. */
export function formatSampleRate(rate: Hertz): string {
  return String(Math.round(rate / 10) / 100)
}

/** `24/48`, `32f/96`, or `AAC/44.1` where bits mean nothing. */
export function formatBitsAndRate(bits: number | string, rate: Hertz): string {
  return `${bits}/${formatSampleRate(rate)}`
}
