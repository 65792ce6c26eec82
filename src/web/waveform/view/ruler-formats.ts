import type { Hertz, Seconds } from '#shared/units.ts'

/** The unit of a ruler. */
export type RulerFormat = TimeFormat | TimecodeFormat | BarsFormat

interface TimeFormat {
  readonly kind: 'time' | 'samples'
}

export interface TimecodeFormat {
  readonly kind: 'timecode'
  readonly rate: RulerFrameRate
}

export interface BarsFormat {
  readonly kind: 'bars'
  /** Quarter notes per minute. */
  readonly bpm: number
  readonly beatsPerBar: number
  /** The time at which bar 1 begins. */
  readonly offset: Seconds
}

export const frameRates = ['23.976', '24', '25', '29.97', '29.97 drop', '30', '50', '59.94', '60'] as const
export type RulerFrameRate = (typeof frameRates)[number]

export const clockFormat: RulerFormat = { kind: 'time' }

/** Frames per second in real time, and how many numbers a timecode counts per second. */
export function framesOf(rate: RulerFrameRate): {
  readonly perSecond: number
  readonly counted: number
  readonly drops: boolean
} {
  const named = Number.parseFloat(rate)
  const counted = Math.round(named)
  return { perSecond: named === counted ? counted : (counted * 1000) / 1001, counted, drops: rate.endsWith('drop') }
}

/**
 * A frame number as `01:00:04:12`. Drop-frame skips two numbers in every minute except each tenth, and writes a
 * semicolon.
 * @see SMPTE ST 12-1
 */
export function timecode(frame: number, rate: RulerFrameRate): string {
  const { counted, drops } = framesOf(rate)
  const number = drops ? frame + droppedBefore(frame) : frame
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = Math.floor(number / counted)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part))).join(':')
  return `${clock}${drops ? ';' : ':'}${two(number % counted)}`
}

function droppedBefore(frame: number): number {
  const [minute, tenMinutes] = [1798, 17_982]
  const tens = Math.floor(frame / tenMinutes)
  const rest = frame % tenMinutes
  return 18 * tens + (rest < 2 ? 0 : 2 * Math.floor((rest - 2) / minute))
}

/**
 * `17`, `17.3` or `17.3.2`: bar, beat and quarter of a beat, as many as needed. Bars before the first count down
 * through 0.
 */
export function barsAt(quarters: number, beatsPerBar: number): string {
  const beats = Math.floor(quarters / 4)
  const bar = Math.floor(beats / beatsPerBar) + 1
  const beat = beats - (bar - 1) * beatsPerBar + 1
  const quarter = quarters - beats * 4 + 1
  const sign = bar < 0 ? '−' : ''
  return `${sign}${Math.abs(bar)}${beat > 1 || quarter > 1 ? `.${beat}` : ''}${quarter > 1 ? `.${quarter}` : ''}`
}

/** A position as text, in the full precision of the format. */
export function placeIn(format: RulerFormat, at: Seconds, sampleRate: Hertz): string {
  switch (format.kind) {
    case 'time':
      return rulerTime(at, 3)
    case 'samples':
      return wholeNumbers.format(Math.round(at * sampleRate))
    case 'timecode':
      return timecode(Math.floor(at * framesOf(format.rate).perSecond + 1e-6), format.rate)
    case 'bars': {
      const quarters = Math.floor(((at - format.offset) * format.bpm) / 15 + 1e-6)
      const [bar, beat = '1', quarter = '1'] = barsAt(quarters, format.beatsPerBar).split('.')
      return `${bar}.${beat}.${quarter}`
    }
  }
}

export const wholeNumbers = new Intl.NumberFormat('en')

/** `1:04`, `1:02:04.125`. */
export function rulerTime(seconds: Seconds, decimals: number): string {
  const [whole, fraction] = Math.max(0, seconds).toFixed(decimals).split('.')
  const total = Number(whole)
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor(total / 60) % 60
  const tail = `${String(total % 60).padStart(2, '0')}${fraction === undefined ? '' : `.${fraction}`}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
