import { useWaveView } from '../use-peaks.ts'
import type { WaveMarker } from './wave-markers.ts'
import { pxAtSeconds } from '../view/wave-view.ts'
import type { WaveViewport } from '../view/wave-viewport.ts'
import styles from './WaveTint.module.css'

interface WaveTintProps {
  readonly viewport: WaveViewport
  /** A range. */
  readonly marker: WaveMarker
}

/** Tints the selected range in its colour through the whole wave. Place it in a box with the waveform. */
export function WaveTint({ viewport, marker: { from, to = from, colour } }: WaveTintProps) {
  const view = useWaveView(viewport)
  const left = Math.max(-2, pxAtSeconds(view, from))
  const right = Math.min(view.widthPx + 2, pxAtSeconds(view, to))
  if (right <= left) return null
  return (
    <div
      className={styles['tint']}
      aria-hidden
      style={{ left, width: right - left, '--a': colour } as React.CSSProperties}
    />
  )
}
