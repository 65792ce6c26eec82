import type { Heard } from '#web/player/listening.ts'
import { useDeckFlip } from '#web/player/mix/deck-flip.ts'
import { text } from '#web/i18n/text.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { PlayerClock } from './PlayerClock.tsx'
import { PlayerCover, useTrouble } from './PlayerNow.tsx'
import { PlayerWarning } from './PlayerProof.tsx'
import { playerStrings } from './player.strings.ts'
import { TransportButton } from './TransportButton.tsx'
import bar from './PlayerBar.module.css'
import styles from './PhoneBar.module.css'

interface PhoneBarProps {
  readonly heard: Heard
  readonly onOpen: () => void
  readonly onProof: () => void
}

/** The current track and a play button; opens the full player. */
export function PhoneBar({ heard, onOpen, onProof }: PhoneBarProps) {
  const flip = useDeckFlip()
  const { words, bad } = useTrouble()
  const { trackTitle, versionNumber, isVeiled } = heard
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
        <VisuallyHidden>{playerStrings.openPlayer}</VisuallyHidden>
        <span className={bar.art} aria-hidden>
          <PlayerCover heard={heard} />
        </span>
        <span className={bar.words}>
          <span className={bar.title}>{trackTitle}</span>
          <span className={bar.line}>
            {!isVeiled && <VersionBadge number={versionNumber} current />}
            {words === undefined ? (
              <PlayerClock small />
            ) : (
              <span className={bad ? bar.trouble : bar.project} data-said>
                {words}
              </span>
            )}
          </span>
        </span>
      </button>
      {bad && (
        <VisuallyHidden>
          <span role="alert">{words}</span>
        </VisuallyHidden>
      )}
      <PlayerWarning heard={heard} onShow={onProof} />
      {flip && (
        <button type="button" className={styles.flip} onClick={flip.go}>
          <VisuallyHidden>{text(playerStrings.flipTo, { letter: flip.to })}</VisuallyHidden>
          <span className={styles.letters} aria-hidden>
            <b>{flip.from}</b>
            <i>|</i>
            {flip.to}
          </span>
        </button>
      )}
      <TransportButton />
    </div>
  )
}
