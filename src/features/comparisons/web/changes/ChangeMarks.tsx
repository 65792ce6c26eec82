import type { Change } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useWaveView } from '#web/waveform/use-peaks.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { placeMarks } from './mark-places.ts'
import styles from './DifferenceStrip.module.css'

interface ChangeMarksProps {
  readonly changes: readonly Change[]
  /** Names of the two versions compared. */
  readonly about: string
  readonly viewport: WaveViewport
  readonly onSeek: (at: Seconds) => void
}

/** Short labels of the changes at their positions. Those without space are in the menu beside. */
export function ChangeMarks({ changes, about, viewport, onSeek }: ChangeMarksProps) {
  return placeMarks(changes, useWaveView(viewport)).map(({ change, label, left, maxWidthPx }) => (
    <button
      key={`${change.from} ${label}`}
      type="button"
      className={styles.mark}
      style={{ left, maxWidth: maxWidthPx }}
      aria-label={text(strings.goToChange, { about, words: label, time: formatPosition(change.from) })}
      onClick={() => onSeek(change.from)}
    >
      {label}
    </button>
  ))
}
