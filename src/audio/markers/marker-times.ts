import type { Hertz, Seconds } from '#shared/units.ts'
import { secondsOfTimecode, type FrameRate } from './timecode.ts'

/** `0:12.500`, from one hour `1:02:09.004`; rounded to milliseconds. */
export function clockTime(at: Seconds): string {
  const total = Math.round(at * 1000)
  const [hours, minutes] = [Math.floor(total / 3_600_000), Math.floor(total / 60_000) % 60]
  const seconds = `${String(Math.floor(total / 1000) % 60).padStart(2, '0')}.${String(total % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)(?:[.,](\d{1,9}))?$/

/** Parses `m:ss`, `m:ss.mmm` and `h:mm:ss.mmm`; null for anything else. */
export function secondsOfClock(time: string): Seconds | null {
  const found = CLOCK.exec(time.trim())
  if (!found) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

export interface TimeUnits {
  readonly sampleRate: Hertz
  /** A standard rate, or any number of frames per second from the file. */
  readonly frameRate: FrameRate | number
  /** Integers count samples, not seconds. */
  readonly inSamples: boolean
}

/** Parses a time as these programs display it. */
export function secondsOfTime(
  time: string,
  { sampleRate, frameRate, inSamples }: TimeUnits,
): Seconds | 'bars' | 'frames' | 'no-time' {
  const plain = time.trim()
  if (/^\d{1,15}$/.test(plain)) return inSamples ? Number(plain) / sampleRate : Number(plain)
  if (/^\d{1,9}[.,]\d{1,12}$/.test(plain)) return Number(plain.replace(',', '.'))
  if (/^-?\d{1,6}\.\d{1,3}\.\d{1,6}$/.test(plain)) return 'bars'
  return secondsOfClock(plain) ?? secondsOfTimecode(plain, frameRate)
}

/** Larger integers are samples: ten hours are longer than any recording. */
const MOST_WHOLE_SECONDS = 36_000

export function countsSamples(times: readonly string[]): boolean {
  return times.some((time) => /^\d{1,15}$/.test(time.trim()) && Number(time) > MOST_WHOLE_SECONDS)
}
