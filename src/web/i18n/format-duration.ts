import type { Seconds } from '#shared/units.ts'
import { trueMinus } from './locale.ts'

/** Whole seconds, rounded down: `0:04`, `3:47`, `1:02:09`. */
export function formatDuration(duration: Seconds): string {
  return clock(Math.floor(Math.abs(clean(duration))), duration < 0)
}

/** Milliseconds, rounded: `3:47.120`, `1:02:09.004`. */
export function formatPosition(position: Seconds): string {
  const total = Math.round(Math.abs(clean(position)) * 1000)
  const millis = String(total % 1000).padStart(3, '0')
  return `${clock(Math.floor(total / 1000), position < 0)}.${millis}`
}

/** Tenths of a second, rounded down: `3:47.1`, `1:02:09.0`. */
export function formatTenths(position: Seconds): string {
  return `${formatDuration(position)}.${Math.floor((Math.abs(clean(position)) * 10) % 10)}`
}

/** For reading aloud: `1 minute 12 seconds`. */
export function speakDuration(duration: Seconds): string {
  const total = Math.floor(Math.abs(clean(duration)))
  const parts = [
    { count: Math.floor(total / 3600), unit: 'hour' },
    { count: Math.floor(total / 60) % 60, unit: 'minute' },
    { count: total % 60, unit: 'second' },
  ].filter(({ count, unit }) => count > 0 || (unit === 'second' && total === 0))
  return parts.map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`).join(' ')
}

function clock(wholeSeconds: number, negative: boolean): string {
  const hours = Math.floor(wholeSeconds / 3600)
  const minutes = Math.floor(wholeSeconds / 60) % 60
  const seconds = String(wholeSeconds % 60).padStart(2, '0')
  const formatted = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
  return negative ? trueMinus + formatted : formatted
}

/** Media elements report an unknown duration as NaN or Infinity. */
function clean(seconds: Seconds): Seconds {
  return Number.isFinite(seconds) ? seconds : 0
}
