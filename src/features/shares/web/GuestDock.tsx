import type { ReactNode } from 'react'
import { listening, type Heard } from '#web/player/listening.ts'
import { MiniWave } from '#web/waveform/MiniWave.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import styles from './Guest.module.css'
import { GuestClock } from './GuestPlayer.tsx'
import { useGuestSound } from './use-guest-sound.ts'
import type { SharedSound } from './use-shared-sound.ts'

interface GuestDockProps {
  readonly sound: SharedSound
  readonly queue: readonly Heard[]
  /** Play and a small wave, where the page has no player of its own. */
  readonly withPlayer: boolean
  /** Note, Ask for changes, Approve. */
  readonly actions: ReactNode
}

/** At the foot of a phone, within reach of the thumb. */
export function GuestDock({ sound: { heard, listed }, queue, withPlayer, actions }: GuestDockProps) {
  const sound = useGuestSound(heard, queue)
  return (
    <>
      {withPlayer && heard && (
        <div className={styles.dockPlayer}>
          <PlayButton
            playing={sound.isPlaying}
            busy={sound.isWaiting}
            name={listed.track.title}
            onPointerEnter={listening.prepare}
            onClick={sound.toggle}
          />
          <div className={styles.dockNow}>
            <span className={styles.dockTitle}>
              <strong>{listed.track.title}</strong>
              <VersionBadge number={heard.versionNumber} />
              <span className={styles.grow} />
              <GuestClock sound={sound} heard={heard} small />
            </span>
            <MiniWave
              key={heard.versionId}
              url={heard.peaks.url}
              facts={heard.peaks.facts}
              className={styles.dockWave}
              {...(sound.playhead && { playhead: sound.playhead })}
            />
          </div>
        </div>
      )}
      {actions}
    </>
  )
}
