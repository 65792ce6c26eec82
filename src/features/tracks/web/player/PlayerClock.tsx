import { useEffect, useRef } from 'react'
import { formatDuration, formatPosition, formatTenths } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useFollow, useListening } from '#web/player/use-listening.ts'
import { writeText } from '#web/ui/write-text.ts'
import { playerStrings } from './player.strings.ts'
import styles from './PlayerClock.module.css'

/** From an hour on, there is space only for tenths. */
const hour = 3600

/** The position to the millisecond, written in every frame outside React, and the length. `small`: whole seconds. */
export function PlayerClock({ small = false }: { readonly small?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const follow = useFollow()
  const { heard } = useListening()
  const { durationSeconds } = heard?.playable ?? { durationSeconds: 0 }
  const format = small ? formatDuration : durationSeconds >= hour ? formatTenths : formatPosition
  useEffect(() => follow((position) => writeText(place.current, format(position))), [follow, format])
  if (!heard)
    return small ? null : (
      <span className={styles.clock}>
        <span className={styles.none}>{playerStrings.noTime}</span>
      </span>
    )
  return (
    <span className={small ? styles.small : styles.clock}>
      <span ref={place} className={styles.now} />
      <span className={styles.length}>{text(playerStrings.ofLength, { length: format(durationSeconds) })}</span>
    </span>
  )
}
