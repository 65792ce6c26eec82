import { text } from '#web/i18n/text.ts'
import { guestStrings } from './guest.strings.ts'

/** How long to wait after too many attempts. */
export function waitWords(seconds: number): string {
  return seconds > 7200
    ? text(guestStrings.waitHours, { count: Math.ceil(seconds / 3600) })
    : text(guestStrings.wait, { count: Math.ceil(seconds / 60) })
}
