import { text } from '#web/i18n/text.ts'
import type { MusicFigure } from './music-figures.ts'
import { musicStrings as strings } from './music.strings.ts'
import styles from './MusicFigureText.module.css'

interface MusicFigureTextProps {
  readonly figure: MusicFigure
  /** For people who may correct it. */
  readonly onCorrect: (() => void) | undefined
}

/** “120 BPM · measured 120.0 or 60.0”. A button for people who may correct it. */
export function MusicFigureText({ figure: { shown, measured }, onCorrect }: MusicFigureTextProps) {
  const figure = (
    <>
      {shown}
      {measured !== null && (
        <span className={styles.measured}>{` · ${text(strings.measuredBeside, { measured })}`}</span>
      )}
    </>
  )
  const beside = measured === null ? '' : `${text(strings.measuredBeside, { measured })}. `
  return onCorrect ? (
    <button type="button" className={styles.button} title={beside + strings.correctFigure} onClick={onCorrect}>
      {figure}
    </button>
  ) : (
    figure
  )
}
