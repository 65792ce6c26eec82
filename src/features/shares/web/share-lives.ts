import type { Instant } from '#shared/units.ts'

const DAY_MS = 86_400_000
const days = { day: 1, week: 7, fortnight: 14, month: 30 } as const

/** How long a link lives, as the dialog offers it. */
export const lives = ['never', 'day', 'week', 'fortnight', 'month', 'date'] as const
export type Life = (typeof lives)[number]

export function expiryAfter(life: Exclude<Life, 'date'>, now: Instant): Instant | null {
  return life === 'never' ? null : now + days[life] * DAY_MS
}

/** The end of a day, given as `yyyy-mm-dd`, in the local time zone; `undefined` while the date is incomplete. */
export function endOfDay(day: string): Instant | undefined {
  const at = new Date(`${day}T23:59:59`).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** As the fields of the browser take it: `yyyy-mm-ddThh:mm`, in the local time zone. */
export function momentText(instant: Instant | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(instant - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
