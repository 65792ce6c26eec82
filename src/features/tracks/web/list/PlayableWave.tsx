import { useState, type PointerEvent, type ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { listening } from '#web/player/listening.ts'
import styles from './PlayableWave.module.css'

interface PlayableWaveProps {
  readonly durationSeconds: Seconds
  readonly onPlayAt: (at: Seconds) => void
  /** The `MiniWave`. */
  readonly children: ReactNode
}

/**
 * A row's waveform that plays from where it is pressed, and shows the time below the pointer. For pointers only: with
 * the keyboard, the row's number plays and the player seeks.
 */
export function PlayableWave({ durationSeconds, onPlayAt, children }: PlayableWaveProps) {
  const [share, setShare] = useState<number>()
  const shareAt = ({ currentTarget, clientX }: Pick<PointerEvent<HTMLElement>, 'currentTarget' | 'clientX'>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  return (
    <span
      role="presentation"
      className={styles.wave}
      data-own-press
      onPointerEnter={listening.prepare}
      onPointerMove={(event) => event.pointerType === 'mouse' && setShare(shareAt(event))}
      onPointerLeave={() => setShare(undefined)}
      onClick={(event) => {
        const wantsToSelect = event.ctrlKey || event.metaKey || event.shiftKey
        if (!wantsToSelect) onPlayAt(shareAt(event) * durationSeconds)
      }}
    >
      {children}
      {share !== undefined && (
        <span className={styles.at} style={{ left: `${share * 100}%` }} aria-hidden>
          <span className={styles.time}>{formatDuration(share * durationSeconds)}</span>
        </span>
      )}
    </span>
  )
}
