import { clockFormat, type RulerFormat } from './ruler-formats.ts'
import { useWaveView } from '../use-peaks.ts'
import { rulerMarks } from './wave-ruler-marks.ts'
import type { WaveViewport } from './wave-viewport.ts'
import styles from './WaveRuler.module.css'

interface WaveRulerProps {
  readonly viewport: WaveViewport
  readonly format?: RulerFormat
  readonly className?: string
}

/** A label that would extend beyond the wave is omitted. */
const LABEL_LEFT_PX = 8
const DIGIT_PX = 6.5

/** Time above the wave in the user's format. Hidden from screen readers: the waveform announces its time. */
export function WaveRuler({ viewport, format = clockFormat, className = '' }: WaveRulerProps) {
  const view = useWaveView(viewport)
  const marks = rulerMarks(view, format)
  return (
    <div className={`${styles['ruler']} ${className}`} aria-hidden="true">
      {marks.map(({ px, label }, i) => (
        // Reuses elements for other marks: creating them in every frame of a zoom would cost more than drawing the
        // wave.
        // oxlint-disable-next-line react/no-array-index-key -- they have no state of their own
        <span key={i} className={styles[label === undefined ? 'mark' : 'labelled']} style={{ left: px }}>
          {label !== undefined && px + LABEL_LEFT_PX + label.length * DIGIT_PX < view.widthPx && (
            <span className={styles['label']}>{label}</span>
          )}
        </span>
      ))}
    </div>
  )
}
