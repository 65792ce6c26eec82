import type { Seconds } from '#shared/units.ts'

export const frameRates = ['23.976', '24', '25', '29.97', '30', '50', '60'] as const
/** Frames per second; 29.97 is drop-frame unless a colon before the frames says otherwise. */
export type FrameRate = (typeof frameRates)[number]

interface Counting {
  /** Timecode numbers per second. */
  readonly nominal: number
  readonly perSecond: number
}

const countings: Readonly<Record<FrameRate, Counting>> = {
  '23.976': { nominal: 24, perSecond: 24_000 / 1001 },
  24: { nominal: 24, perSecond: 24 },
  25: { nominal: 25, perSecond: 25 },
  '29.97': { nominal: 30, perSecond: 30_000 / 1001 },
  30: { nominal: 30, perSecond: 30 },
  50: { nominal: 50, perSecond: 50 },
  60: { nominal: 60, perSecond: 60 },
}

/** In ten minutes drop-frame skips two numbers nine times: 18 of 18,000. */
const DROPPED_MINUTE = 30 * 60 - 2
const DROPPED_TEN_MINUTES = 30 * 600 - 18

export function dropsFrames(rate: FrameRate): boolean {
  return rate === '29.97'
}

/** The real duration of one hour of timecode: at 23.976 and 29.97 3.6 s longer, with drop-frame slightly shorter. */
export function hourOfTimecode(rate: FrameRate, drops: boolean): Seconds {
  const { nominal, perSecond } = countings[rate]
  return (drops && dropsFrames(rate) ? 6 * DROPPED_TEN_MINUTES : 3600 * nominal) / perSecond
}

/** The nearest frame to a time. */
export function frameAt(at: Seconds, rate: FrameRate): number {
  return Math.round(at * countings[rate].perSecond)
}

export function secondsOfFrames(frames: number, rate: FrameRate): Seconds {
  return frames / countings[rate].perSecond
}

/** `00:00:12:12`, drop-frame `00:00:12;12`. */
export function timecodeOf(frame: number, rate: FrameRate): string {
  const { nominal } = countings[rate]
  const number = dropsFrames(rate) ? withDropped(frame) : frame
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(number / nominal)
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part))).join(':')
  return `${clock}${dropsFrames(rate) ? ';' : ':'}${two(number % nominal)}`
}

/** The number that drop-frame timecode gives a frame. @see SMPTE ST 12-1 */
function withDropped(frame: number): number {
  const [tens, rest] = [Math.floor(frame / DROPPED_TEN_MINUTES), frame % DROPPED_TEN_MINUTES]
  return frame + 18 * tens + (rest > 1 ? 2 * Math.floor((rest - 2) / DROPPED_MINUTE) : 0)
}

const TIMECODE = /^(\d{1,3}):([0-5]\d):([0-5]\d)([:;.,])(\d{2})$/

/** Whether a timecode is drop-frame: with a semicolon before the frames, or if the list `drops` in general. */
export function isDropped(timecode: string, rate: FrameRate | number, drops = false): boolean {
  const mark = TIMECODE.exec(timecode.trim())?.[4]
  return rate === '29.97' && mark !== undefined && (drops || mark !== ':')
}

/** `frames` if the second has no such frame at this rate. */
export function secondsOfTimecode(
  timecode: string,
  rate: FrameRate | number,
  drops = false,
): Seconds | 'frames' | 'no-time' {
  const found = TIMECODE.exec(timecode.trim())
  if (!found) return 'no-time'
  const [, hours = '0', minutes = '0', seconds = '0', , frames = '0'] = found
  const { nominal, perSecond } = countingOf(rate)
  if (Number(frames) >= nominal) return 'frames'
  const minute = Number(hours) * 60 + Number(minutes)
  const number = (minute * 60 + Number(seconds)) * nominal + Number(frames)
  const dropped = isDropped(timecode, rate, drops) ? 2 * (minute - Math.floor(minute / 10)) : 0
  return Math.max(0, number - dropped) / perSecond
}

/** Counting rules of a standard rate or a file's own; 59.94 and similar are 60,000/1001. */
function countingOf(rate: FrameRate | number): Counting {
  if (typeof rate !== 'number') return countings[rate]
  const nominal = Math.ceil(rate)
  const pulledDown = (nominal * 1000) / 1001
  return { nominal, perSecond: !Number.isInteger(rate) && Math.abs(rate - pulledDown) < 0.006 ? pulledDown : rate }
}
