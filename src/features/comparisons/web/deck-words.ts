import type { Frames, Hertz } from '#shared/units.ts'
import { trueMinus } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import { compareStrings } from './compare.strings.ts'
import type { DeckEntry } from './deck-entry.ts'

export function titleOf({ heard: { trackTitle, versionNumber } }: DeckEntry): string {
  return `${trackTitle} v${versionNumber}`
}

/** `+333`, `−12`, `0`. */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : count < 0 ? `${trueMinus}${-count}` : '0'
}

/** The same as time: `+6.94 ms`. */
export function offsetTime(offset: Frames, rate: Hertz): string {
  const ms = (offset / rate) * 1000
  const words = Math.abs(ms) >= 100 ? Math.abs(ms).toFixed(0) : Math.abs(ms).toFixed(2)
  return text(compareStrings.milliseconds, { ms: `${offset > 0 ? '+' : offset < 0 ? trueMinus : ''}${words}` })
}
