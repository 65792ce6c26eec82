import { memo } from 'react'
import type { Seconds } from '#shared/units.ts'
import { dotsOf, type WaveMarker } from './wave-markers.ts'
import styles from './WaveDots.module.css'

interface WaveDotsProps {
  readonly markers: readonly WaveMarker[]
  readonly duration: Seconds
}

/**
 * Dots below the overview: open items (a ring) and settled ones (a small dot). Visual only; the lane has the buttons.
 */
export const WaveDots = memo(function WaveDots({ markers, duration }: WaveDotsProps) {
  return (
    <div className={styles['row']} aria-hidden>
      {dotsOf(markers, duration).map(({ id, from, colour, state }) => (
        <span
          key={id}
          className={styles['dot']}
          data-state={state}
          style={{ left: `${(Math.min(from, duration) / duration) * 100}%`, color: colour }}
        />
      ))}
    </div>
  )
})
