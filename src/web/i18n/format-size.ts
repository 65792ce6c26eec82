import { locale } from './locale.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Decimal units, like disks and networks: `0 B`, `812 kB`, `48.5 MB`, `2.9 GB`. */
export function formatBytes(sizeBytes: number): string {
  const size = Math.max(0, sizeBytes)
  let power = 0
  let scaled = size
  // 999.5 would round to 1000, so it uses the next unit.
  while (scaled >= 999.5 && power < units.length - 1) {
    scaled /= 1000
    power += 1
  }
  const digits = power < 2 ? 0 : scaled < 99.95 ? 1 : 0
  return `${plain(scaled, digits)} ${units[power] ?? 'B'}`
}

/** Bytes per second: `11.2 MB/s`. */
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
