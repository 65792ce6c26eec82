import type { Seconds } from '#shared/units.ts'

export const waveformStrings = {
  position: (at: Seconds, of: Seconds): string => `${spokenTime(at)} of ${spokenTime(of)}`,
  left: 'L',
  right: 'R',
  failed: 'The waveform could not be loaded.',
  selectionStart: 'Selection start',
  selectionEnd: 'Selection end',
  markers: 'Markers',
  markersMore: '{count} more',
  markersHere: { one: '{count} marker', other: '{count} markers' },
} as const

/** "1 minute 12 seconds": for screen readers, so without milliseconds. */
export function spokenTime(seconds: Seconds): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    counted(Math.floor(whole / 3600), 'hour'),
    counted(Math.floor(whole / 60) % 60, 'minute'),
    counted(whole % 60, 'second'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '0 seconds' : parts.join(' ')
}

/** Like `spokenTime`, to the millisecond: "1 minute 12.48 seconds". */
export function spokenPlace(seconds: Seconds): string {
  const millis = Math.round(Math.max(0, seconds) * 1000)
  const rest = (millis % 60_000) / 1000
  const before = [
    counted(Math.floor(millis / 3_600_000), 'hour'),
    counted(Math.floor(millis / 60_000) % 60, 'minute'),
  ].filter((part) => part !== '')
  return [...before, `${rest} ${rest === 1 ? 'second' : 'seconds'}`].join(' ')
}

function counted(count: number, noun: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
