import { useEffect, useRef } from 'react'
import type { Decibels } from '#shared/units.ts'
import { useListening } from '#web/player/use-listening.ts'
import type { FollowPlayhead } from '#web/waveform/Waveform.tsx'
import styles from './LiveLevel.module.css'

interface LiveLevelProps {
  readonly place: number
  readonly gain: Decibels
  readonly playhead: FollowPlayhead
}

const lowest: Decibels = -60

/**
 * The present level of this source, also while another plays. Drawn outside React; the figures beside it are for screen
 * readers.
 */
export function LiveLevel({ place, gain, playhead }: LiveLevelProps) {
  const bar = useRef<HTMLSpanElement>(null)
  const { player } = useListening()
  useEffect(() => {
    let shown = lowest
    return playhead(() => {
      const peak = player?.peaks()[place] ?? 0
      const level = peak > 0 ? 20 * Math.log10(peak) + gain : lowest
      // Fast attack and slow release, like level meters.
      shown = Math.max(level, shown - 0.6, lowest)
      bar.current?.style.setProperty('--share', String(Math.min(1, Math.max(0, 1 - shown / lowest))))
    })
  }, [gain, place, playhead, player])
  return (
    <span className={styles.meter} aria-hidden>
      <span ref={bar} className={styles.bar} />
    </span>
  )
}
