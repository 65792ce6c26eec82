import type { Seconds } from '#shared/units.ts'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import styles from './TimeButton.module.css'
import { frameStrings } from './frame/frame.strings.ts'

interface TimeButtonProps {
  readonly at: Seconds
  /** The end of a range: "1:11.200 – 1:14.000". */
  readonly until?: Seconds
  /** In whole seconds: "1:11". */
  readonly brief?: boolean
  readonly onSelect: (at: Seconds) => void
}

/** A time that plays from there when pressed. */
export function TimeButton({ at, until, brief = false, onSelect }: TimeButtonProps) {
  const format = brief ? formatDuration : formatPosition
  const label = until === undefined ? format(at) : `${format(at)} – ${format(until)}`
  return (
    <button
      type="button"
      className={styles.time}
      aria-label={text(frameStrings.playFrom, { time: label })}
      onClick={() => onSelect(at)}
    >
      {label}
    </button>
  )
}
