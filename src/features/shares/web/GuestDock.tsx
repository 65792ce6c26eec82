import type { ReactNode } from 'react'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { MiniWave } from '#web/waveform/MiniWave.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { PlayButton } from '#web/ui/PlayButton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import styles from './Guest.module.css'
import { guestStrings } from './guest.strings.ts'
import { GuestClock } from './GuestPlayer.tsx'
import { useGuestSound } from './use-guest-sound.ts'
import type { SharedSound } from './use-shared-sound.ts'

interface GuestDockProps {
  readonly sound: SharedSound
  readonly queue: readonly Heard[]
  /** Play and a small wave, where the page has no player of its own. */
  readonly withPlayer: boolean
  /** Opens the player on the whole screen. */
  readonly onOpen: () => void
  /** Flips to the other of two versions. */
  readonly flip: VersionFlip | undefined
  /** Note, Ask for changes, Approve. */
  readonly actions: ReactNode
}

export interface VersionFlip {
  /** Numbers of versions. */
  readonly from: number
  readonly to: number
  readonly go: () => void
}

/** At the foot of a phone, within reach of the thumb. */
export function GuestDock({ sound: { heard, listed }, queue, withPlayer, onOpen, flip, actions }: GuestDockProps) {
  const sound = useGuestSound(heard, queue)
  return (
    <>
      {withPlayer && heard && (
        <div className={styles.dockPlayer} data-flip={flip !== undefined || undefined}>
          <PlayButton
            playing={sound.isPlaying}
            busy={sound.isWaiting}
            name={listed.track.title}
            onPointerEnter={listening.prepare}
            onClick={sound.toggle}
          />
          <div className={styles.dockNow}>
            <span className={styles.dockTitle}>
              <button type="button" className={styles.dockOpen} aria-haspopup="dialog" onClick={onOpen}>
                <VisuallyHidden>{guestStrings.openPlayer}: </VisuallyHidden>
                {listed.track.title}
              </button>
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
          {flip && (
            <button type="button" className={styles.dockFlip} onClick={flip.go}>
              <VisuallyHidden>{text(guestStrings.flipTo, { number: flip.to })}</VisuallyHidden>
              <span aria-hidden>
                <b>v{flip.from}</b>
                <i>|</i>v{flip.to}
              </span>
            </button>
          )}
        </div>
      )}
      {actions}
    </>
  )
}
