import { useEffect, useRef } from 'react'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useFollow, useListening } from '#web/player/use-listening.ts'
import { playerStrings } from './player.strings.ts'
import styles from './PlayerClock.module.css'

/** The position to the millisecond, written in every frame without React, and the length. */
export function PlayerClock({ small = false }: { readonly small?: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const follow = useFollow()
  const { heard } = useListening()
  useEffect(() => follow((position) => {
    const words = formatPosition(position)
    if (place.current && place.current.textContent !== words) place.current.textContent = words
  }), [follow])
  if (!heard) return null
  const { durationSeconds } = heard.playable
  return (
    <span className={small ? styles.small : styles.clock}>
      <span ref={place} className={styles.now} />
      <span className={styles.length}>{text(playerStrings.ofLength, { length: small ? formatDuration(durationSeconds) : formatPosition(durationSeconds) })}</span>
    </span>
  )
}
