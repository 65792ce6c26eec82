import { scaledBytes } from '#shared/scaled-bytes.ts'
import { locale } from './locale.ts'

/** `0 B`, `812 kB`, `4.8 MB`, `48 MB`, `2.9 GB`, in the reader's locale. */
export function formatBytes(sizeBytes: number): string {
  const { value, digits, unit } = scaledBytes(sizeBytes)
  return `${plain(value, digits)} ${unit}`
}

/** Bytes per second: `1.2 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`
}

/** Whole percent of `share` in 0..1, rounded down so that 100 % means done: `62%`. */
export function formatPercent(share: number): string {
  const clamped = Math.min(1, Math.max(0, share))
  // 0.29 * 100 is 28.999…, so add a small epsilon before rounding down.
  return `${Math.floor(clamped * 100 + 1e-9)}%`
}

/** Digit groups as in the reader's locale: `1,134`. */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale).format(count)
}

function plain(value: number, digits: number): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}
