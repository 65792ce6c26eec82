import type { Hertz, Seconds } from '#shared/units.ts'
import { secondsOfTimecode, type FrameRate } from './timecode.ts'

/** `0:12.500`, from an hour on `1:02:09.004`; rounded to the millisecond. */
export function clockTime(at: Seconds): string {
  const total = Math.round(at * 1000)
  const [hours, minutes] = [Math.floor(total / 3_600_000), Math.floor(total / 60_000) % 60]
  const seconds = `${String(Math.floor(total / 1000) % 60).padStart(2, '0')}.${String(total % 1000).padStart(3, '0')}`
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]?\d)(?:[.,](\d{1,9}))?$/

/** Of `m:ss`, `m:ss.mmm`, `h:mm:ss.mmm`; null where it is none of these. */
export function secondsOfClock(time: string): Seconds | null {
  const found = CLOCK.exec(time.trim())
  if (!found) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

export interface TimeUnits {
  readonly sampleRate: Hertz
  /** One of ours, or as many a second as the file names. */
  readonly frameRate: FrameRate | number
  /** Whole numbers count samples, not seconds. */
  readonly inSamples: boolean
}

/** A time as the rulers of such programs show it. */
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

/** Whole numbers this large are samples: ten hours are more than a recording has. */
const MOST_WHOLE_SECONDS = 36_000

export function countsSamples(times: readonly string[]): boolean {
  return times.some((time) => /^\d{1,15}$/.test(time.trim()) && Number(time) > MOST_WHOLE_SECONDS)
}
