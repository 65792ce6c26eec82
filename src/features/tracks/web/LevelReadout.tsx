import { useEffect, useRef } from 'react'
import { formatDecibels, formatLevel } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import type { Heard } from '#web/player/listening.ts'
import { useListening } from '#web/player/use-listening.ts'
import { classNames } from '#web/ui/class-names.ts'
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
  const compared = heard?.compared
  return (
    <span className={classNames(styles.levels, compared && styles.compared)}>
      <span className={classNames(styles.level, styles.moment)} title={words.shortTermWhole}><span ref={place} className={styles.figure}>{formatLevel(null)}</span><span className={styles.name}>{words.shortTerm}</span></span>
      {heard && <WholeLoudness heard={heard} />}
      {compared && <span className={styles.level} title={words.gainOnWhole}><span className={styles.figure}>{formatDecibels(compared.gain)}</span><span className={styles.name}>{text(words.gainOn, { letter: compared.letter })}</span></span>}
    </span>
  )
}

/** As the recording has it, or as it is heard where a comparison matches loudness. */
function WholeLoudness({ heard: { integrated, compared } }: { readonly heard: Heard }) {
  if (integrated === undefined || compared?.isDifference) return null
  const isMatched = compared?.isMatched === true && integrated !== null
  return (
    <span className={styles.level} title={isMatched ? words.matchedLufsWhole : words.integratedWhole}>
      <span className={styles.figure}>{formatLevel(isMatched ? integrated + compared.added + compared.gain : integrated)}</span>
      <span className={styles.name}>{isMatched ? words.matchedLufs : words.integrated}</span>
    </span>
  )
}
