import type { Instant } from '#shared/units.ts'
import { locale } from './locale.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Dates in the reader's locale; `datesIn` returns the same for another locale. Instants are in milliseconds, in the
 * local time zone.
 */
export const { formatDay, formatRelative, formatDate, formatDateTime } = datesIn(locale)

/** For past events. If clocks differ and the instant lies in the future, returns "now" instead of "in 2 hours". */
export function formatAgo(instant: Instant, now: Instant = Date.now()): string {
  return formatRelative(Math.min(instant, now), now)
}

/** Like `formatAgo`, for a narrow column. */
export function formatPastDay(instant: Instant, now: Instant = Date.now()): string {
  return formatDay(Math.min(instant, now), now)
}

export interface DateFormats {
  /** Short date for a narrow column: `10:42` today, `Yesterday`, `Tue` within a week, `12 Nov`, `12 Nov 2025`. */
  readonly formatDay: (instant: Instant, now?: Instant) => string
  /** Relative time: `now`, `5 minutes ago`, `yesterday`, `in 2 days`; a date from two weeks on. */
  readonly formatRelative: (instant: Instant, now?: Instant) => string
  /** `4 Dec 2026`. */
  readonly formatDate: (instant: Instant) => string
  /** Weekday, date and time in full, for tooltips and records. */
  readonly formatDateTime: (instant: Instant) => string
}

export function datesIn(language: string): DateFormats {
  const time = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const dayMonth = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  const full = new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return {
    formatDay: (instant, now = Date.now()) => {
      const days = midnightsBetween(now, instant)
      if (days === 0) return time.format(instant)
      if (days === -1 || days === 1) return capital(relative.format(days, 'day'))
      if (Math.abs(days) < 7) return weekday.format(instant)
      return sameYear(instant, now) ? dayMonth.format(instant) : date.format(instant)
    },
    formatRelative: (instant, now = Date.now()) => {
      const awayMs = instant - now
      const days = midnightsBetween(now, instant)
      if (Math.abs(awayMs) < minuteMs) return relative.format(0, 'second')
      if (Math.abs(awayMs) < hourMs) return relative.format(Math.trunc(awayMs / minuteMs), 'minute')
      if (Math.abs(awayMs) < dayMs / 2 || days === 0) return relative.format(Math.trunc(awayMs / hourMs), 'hour')
      return Math.abs(days) < 14 ? relative.format(days, 'day') : date.format(instant)
    },
    formatDate: (instant) => date.format(instant),
    formatDateTime: (instant) => full.format(instant),
  }
}

/** −1 is yesterday. Rounded because a day with a clock change has 23 or 25 hours. */
function midnightsBetween(now: Instant, instant: Instant): number {
  return Math.round((new Date(instant).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / dayMs)
}

function sameYear(one: Instant, other: Instant): boolean {
  return new Date(one).getFullYear() === new Date(other).getFullYear()
}

function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}
