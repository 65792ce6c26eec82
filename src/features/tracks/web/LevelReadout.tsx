import { useEffect, useRef } from 'react'
import { formatLevel } from '#web/i18n/format-level.ts'
import { useListening } from '#web/player/use-listening.ts'
import { playerStrings as words } from './player.strings.ts'
import styles from './LevelReadout.module.css'

/** Short-term loudness as it plays, written without React, and the whole recording's. */
export function LevelReadout() {
  const { player, heard } = useListening()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => player?.meter.watch((reading) => {
    const said = formatLevel(reading?.shortTerm ?? null)
    if (place.current && place.current.textContent !== said) place.current.textContent = said
  }), [player])
  return (
    <span className={styles.levels}>
      <span className={styles.level} title={words.shortTermWhole}><span ref={place} className={styles.figure}>{formatLevel(null)}</span><span className={styles.name}>{words.shortTerm}</span></span>
      {heard?.integrated !== undefined && <span className={styles.level} title={words.integratedWhole}><span className={styles.figure}>{formatLevel(heard.integrated)}</span><span className={styles.name}>{words.integrated}</span></span>}
    </span>
  )
}
