import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'
import { formatDateTime, formatDay, formatRelative } from '#web/i18n/format-date.ts'
import type { Instant } from '#shared/units.ts'

interface WhenProps {
  readonly at: Instant
  /** Short for columns: `10:42`, `Yesterday`, `12 Nov`. Otherwise `5 minutes ago`. */
  readonly short?: boolean
  /**
   * The instant may lie in the future. Otherwise a future instant shows as now, because the reader's clock may be
   * wrong.
   */
  readonly ahead?: boolean
}

/** A relative time, kept current, with the full date in its tooltip. */
export function RelativeTime({ at, short = false, ahead = false }: WhenProps) {
  const now = useSyncExternalStore(watchMinute, currentMinute)
  const shown = ahead ? at : Math.min(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {short ? formatDay(shown, now) : formatRelative(shown, now)}
    </time>
  )
}

const minuteMs = 60_000
const listeners = new Listeners()
let ticking: ReturnType<typeof setInterval> | null = null

function currentMinute(): Instant {
  return Math.floor(Date.now() / minuteMs) * minuteMs
}

/** One timer for all relative times on a page. */
function watchMinute(listener: () => void): () => void {
  const stop = listeners.add(listener)
  ticking ??= setInterval(() => listeners.tell(), minuteMs / 4)
  return () => {
    stop()
    if (listeners.size > 0 || ticking === null) return
    clearInterval(ticking)
    ticking = null
  }
}
