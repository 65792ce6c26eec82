import { locale } from './locale.ts'

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const dayMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayMonthYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayMs = 24 * 60 * 60_000
const words = { today: 'Today', tomorrow: 'Tomorrow', yesterday: 'Yesterday' } as const

/** `Today`, `Tomorrow`, `Yesterday`, `Fri` within the next week, `28 Nov`. Both parameters are dates as 2026-11-28. */
export function formatDueDay(dueOn: string, today: string = localDay()): string {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / dayMs)
  if (days === 0) return words.today
  if (days === 1) return words.tomorrow
  if (days === -1) return words.yesterday
  if (days > 0 && days < 7) return weekday.format(Date.parse(dueOn))
  return (dueOn.slice(0, 4) === today.slice(0, 4) ? dayMonth : dayMonthYear).format(Date.parse(dueOn))
}

export function isOverdue(dueOn: string, today: string = localDay()): boolean {
  return dueOn < today
}

/** Today in the local time zone. */
export function localDay(now: Date = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
