import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { parsePosition } from '../../position-text.ts'

interface TypedRange {
  readonly fromSeconds: Seconds | null
  readonly toSeconds: Seconds | null
}

export function rangeText(from: Seconds | null, to: Seconds | null): string {
  if (from === null) return ''
  return to === null ? formatPosition(from) : `${formatPosition(from)} – ${formatPosition(to)}`
}

/** Parses `1:04.6`, `1:04.6 – 1:16.8` or nothing; the name of what is wrong otherwise. */
export function parseRange(typed: string): TypedRange | 'noTime' | 'endBeforeStart' | 'startMissing' {
  const [first = '', second = '', ...more] = typed.split(/[–—-]/)
  const fromSeconds = parsePosition(first)
  const toSeconds = parsePosition(second)
  if (fromSeconds === undefined || toSeconds === undefined || more.length > 0) return 'noTime'
  if (fromSeconds === null && toSeconds !== null) return 'startMissing'
  if (fromSeconds !== null && toSeconds !== null && toSeconds < fromSeconds) return 'endBeforeStart'
  return { fromSeconds, toSeconds }
}
