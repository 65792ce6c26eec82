import type { Seconds } from '#shared/units.ts'
import type { WaveMarker } from './wave-markers.ts'
import styles from './WaveDots.module.css'

interface WaveDotsProps {
  readonly markers: readonly WaveMarker[]
  readonly duration: Seconds
}

/** Under the overview: where something is open (a ring) or settled (a small dot). For the eye only; the lane has the buttons. */
export function WaveDots({ markers, duration }: WaveDotsProps) {
  return (
    <div className={styles['row']} aria-hidden>
      {markers.map(({ id, from, colour, state }) => <span key={id} className={styles['dot']} data-state={state} style={{ left: `${(Math.min(from, duration) / duration) * 100}%`, color: colour }} />)}
    </div>
  )
}
