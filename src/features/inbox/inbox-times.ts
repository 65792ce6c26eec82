import { MINUTE_MS, type Instant } from '#shared/units.ts'

/** Minutes since midnight, 0 to 1439, local time. */
export type ClockMinutes = number

export interface QuietHours {
  readonly from: ClockMinutes
  /** On the next day if it is before `from`. */
  readonly to: ClockMinutes
}

const DAY_MINUTES = 1440

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export function clockAt(at: Instant, timeZone: string): ClockMinutes {
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .split(':')
    .map(Number)
  return hours * 60 + minutes
}

/**
 * The next instant after `at` with this local time; if a clock change skips it, the instant at which it would have
 * been.
 */
export function nextTime(at: Instant, clock: ClockMinutes, timeZone: string): Instant {
  const gap = (clock - clockAt(at, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const guess = Math.floor(at / MINUTE_MS) * MINUTE_MS + gap * MINUTE_MS
  // A day with a clock change has 23 or 25 hours.
  const off = ((clock - clockAt(guess, timeZone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2
  const next = guess + off * MINUTE_MS
  return next > at && clockAt(next, timeZone) === clock ? next : guess
}

/** The instant itself, or the end of the quiet hours that contain it. */
export function afterQuiet(at: Instant, quiet: QuietHours | null, timeZone: string): Instant {
  if (!quiet || quiet.from === quiet.to) return at
  const clock = clockAt(at, timeZone)
  const isQuiet =
    quiet.from < quiet.to ? clock >= quiet.from && clock < quiet.to : clock >= quiet.from || clock < quiet.to
  return isQuiet ? nextTime(at, quiet.to, timeZone) : at
}
