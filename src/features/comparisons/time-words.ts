import type { Seconds } from '#shared/units.ts'
import { comparisonStrings as strings } from './comparison.strings.ts'

/** Further from a whole second than this, tenths are told. */
const WHOLE: Seconds = 0.05

export function durationWords(seconds: Seconds): string {
  return seconds < 1
    ? strings.milliseconds(String(Math.round(seconds * 1000)))
    : strings.seconds(seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1))
}

/** `1:04`, or `1:04.5` where tenths matter. */
export function clockWords(at: Seconds): string {
  if (Math.abs(at - Math.round(at)) <= WHOLE) return wholeClock(at)
  const tenths = Math.round(at * 10)
  return `${wholeClock(Math.floor(tenths / 10))}.${tenths % 10}`
}

export function wholeClock(at: Seconds): string {
  const total = Math.round(at)
  const [hours, minutes, seconds] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    String(total % 60).padStart(2, '0'),
  ]
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}
