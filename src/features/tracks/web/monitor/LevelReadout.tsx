import { useEffect, useRef } from 'react'
import { formatLevel } from '#web/i18n/format-level.ts'
import type { Heard } from '#web/player/listening.ts'
import { useListening } from '#web/player/use-listening.ts'
import { playerStrings as strings } from '../player/player.strings.ts'
import styles from './LevelReadout.module.css'

/** Current short-term loudness, written outside React, and the whole recording's. */
export function LevelReadout() {
  const { player, heard } = useListening()
  const place = useRef<HTMLSpanElement>(null)
  const isNotMeasured = heard?.isNotMeasured === true
  useEffect(
    () =>
      isNotMeasured
        ? undefined
        : player?.meter.watch((reading) => {
            const level = formatLevel(reading?.shortTerm ?? null)
            if (place.current && place.current.textContent !== level) place.current.textContent = level
          }),
    [player, isNotMeasured],
  )
  if (isNotMeasured)
    return (
      <span className={styles.levels} title={strings.notMeasuredWhole}>
        {strings.notMeasured}
      </span>
    )
  return (
    <span className={styles.levels}>
      <span title={strings.shortTermWhole}>
        <span className={styles.name}>{strings.shortTerm}</span>
        <span ref={place} className={styles.figure}>
          {formatLevel(null)}
        </span>
      </span>
      {heard && <WholeLoudness heard={heard} />}
    </span>
  )
}

/** The recording's own figure, or the level after a comparison has matched it. */
function WholeLoudness({ heard: { integrated, compared } }: { readonly heard: Heard }) {
  if (integrated === undefined || compared?.isDifference) return null
  const isMatched = compared?.isMatched === true && integrated !== null
  return (
    <span title={isMatched ? strings.matchedLufsWhole : strings.integratedWhole}>
      <span className={styles.name}>{strings.integrated}</span>
      <span className={styles.figure}>
        {formatLevel(isMatched ? integrated + compared.added + compared.gain : integrated)}
      </span>{' '}
      {strings.lufs}
    </span>
  )
}
