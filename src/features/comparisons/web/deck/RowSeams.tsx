import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useWaveView } from '#web/waveform/use-peaks.ts'
import { pxAtSeconds } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { lengthWords } from './deck-words.ts'
import styles from './RowSeams.module.css'
import type { RowSeam } from './row-seams.ts'

interface RowSeamsProps {
  readonly seams: readonly RowSeam[]
  /** In the first source's time. */
  readonly viewport: WaveViewport
  readonly onListen: (seam: RowSeam) => void
}

/** A name needs this much space. */
const NAMED_PX = 72

/** Where two versions were cut: hatched what the row lacks, and a thin line where it has more. */
export function RowSeams({ seams, viewport, onListen }: RowSeamsProps) {
  const view = useWaveView(viewport)
  return seams.map((seam) => {
    const { at, until, own, length, name } = seam
    const left = pxAtSeconds(view, at)
    const width = pxAtSeconds(view, until) - left
    if (left + width < 0 || left > view.widthPx) return null
    const words = { length: lengthWords(length), name }
    return (
      <button
        key={`${name} ${own}`}
        type="button"
        className={until > at ? styles.gap : styles.seam}
        style={{ left, ...(until > at && { width }) }}
        title={text(strings.onlyIn, words)}
        aria-label={text(strings.hearOnlyIn, { ...words, time: formatDuration(own) })}
        onClick={() => onListen(seam)}
      >
        {(until === at || width >= NAMED_PX) && <span className={styles.words}>{text(strings.onlyIn, words)}</span>}
      </button>
    )
  })
}
