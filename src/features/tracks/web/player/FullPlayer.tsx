import { ChevronDown, Ellipsis, Gauge, MessageSquarePlus } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { Fragment, useRef, useSyncExternalStore } from 'react'
import { useDeckFlip } from '#web/player/mix/deck-flip.ts'
import type { Heard } from '#web/player/listening.ts'
import { text } from '#web/i18n/text.ts'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/Button.tsx'
import { useFocusReturn } from '#web/ui/frame/focus-return.ts'
import { keptChoice } from '#web/ui/form/kept-choice.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { LoopButton } from '../monitor/LoopButton.tsx'
import { ListenButton, SpeedButton } from '../monitor/MonitorControls.tsx'
import { VolumeSlider } from '../monitor/VolumeControl.tsx'
import styles from './FullPlayer.module.css'
import { FullPlayerMeter } from './FullPlayerMeter.tsx'
import { FullPlayerScrub } from './FullPlayerScrub.tsx'
import { FullPlayerFlip, type VersionFlips } from './FullPlayerFlip.tsx'
import { FullPlayerVersions } from './FullPlayerVersions.tsx'
import { type FullPlayerMark, fullPlayerPoint } from './full-player-point.ts'
import { useTrouble } from './PlayerNow.tsx'
import { PlayerProof } from './PlayerProof.tsx'
import { playerStrings } from './player.strings.ts'
import { useSkips, useSteps } from './PlayerTransport.tsx'
import { TransportButton } from './TransportButton.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { useSwipeDown } from './use-swipe-down.ts'

/** What a guest's page offers in the player; the page has no proof, loops and speed. */
export interface GuestPlayerParts {
  readonly versions: VersionFlips | undefined
  readonly marks: readonly FullPlayerMark[]
  readonly onWrite: (() => void) | undefined
}

interface FullPlayerProps {
  readonly heard: Heard
  readonly guest?: GuestPlayerParts
  readonly entries: readonly MenuEntry[]
  readonly onProof: () => void
  readonly onClose: () => void
}

/** What is above the rest. */
const picture = keptChoice('roughmix.full-player', ['cover', 'meter'], 'cover')

/** The player on the whole screen of a phone or a tablet. The page below stays as it was. */
export default function FullPlayer({ heard, guest, entries, onProof, onClose }: FullPlayerProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  /** What is opened from here takes the focus itself. */
  const isLeaving = useRef(false)
  const { words, bad } = useTrouble()
  const leave = () => {
    isLeaving.current = true
    onClose()
  }
  const onGo = useBackCloses(leave, onClose)
  const swipe = useSwipeDown(onClose)
  const added = fullPlayerPoint.useParts({ heard, onGo, onLeave: leave })
  const { projectId, projectTitle, trackTitle, versionNumber, href, isVeiled } = heard
  // A meter would tell the versions of a blind test apart, and a guest came to listen.
  const mayMeter = !isVeiled && !guest
  const isMetered = useSyncExternalStore(picture.watch, picture.get) === 'meter' && mayMeter
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Content
          {...swipe}
          className={styles.player}
          aria-describedby={undefined}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={(event) => (isLeaving.current ? event.preventDefault() : onCloseAutoFocus(event))}
        >
          <header className={styles.head}>
            <Parts.Close asChild>
              <IconButton icon={ChevronDown} label={playerStrings.closePlayer} className={styles.button} />
            </Parts.Close>
            <span className={styles.from}>
              <span className={styles.label}>{playerStrings.playingFrom}</span>
              {projectTitle}
            </span>
            {!guest && (
              <Menu entries={entries} align="end">
                <IconButton icon={Ellipsis} label={playerStrings.more} className={styles.button} />
              </Menu>
            )}
          </header>
          <div className={styles.art}>
            {isMetered ? (
              <FullPlayerMeter heard={heard} />
            ) : (
              <ProjectCover id={heard.playable.coverId ?? projectId} imageUrl={heard.coverUrl} size={326} />
            )}
            {mayMeter && (
              <span className={styles.turn}>
                <IconButton
                  icon={Gauge}
                  label={playerStrings.meter.name}
                  pressed={isMetered}
                  className={styles.button}
                  onClick={() => picture.set(isMetered ? 'cover' : 'meter')}
                />
              </span>
            )}
          </div>
          <div className={styles.what}>
            <Parts.Title asChild>
              <h2 className={styles.title}>
                <a
                  href={href}
                  onClick={(event) => {
                    event.preventDefault()
                    onGo(href)
                  }}
                >
                  {trackTitle}
                </a>
              </h2>
            </Parts.Title>
            <span className={styles.line}>
              {!isVeiled && <VersionBadge number={versionNumber} current />}
              {!guest && <PlayerProof heard={heard} onShow={onProof} />}
              {words !== undefined && (
                <span className={classNames(styles.said, bad && styles.bad)} role={bad ? 'alert' : undefined}>
                  {words}
                </span>
              )}
            </span>
          </div>
          <div className={styles.place}>
            <FullPlayerScrub
              heard={heard}
              marks={isVeiled ? [] : (guest?.marks ?? added.flatMap(({ marks = [] }) => marks))}
            />
          </div>
          {guest ? guest.versions && <FullPlayerFlip {...guest.versions} title={trackTitle} /> : <Flip heard={heard} />}
          <Transport />
          {!guest && (
            <div className={styles.how}>
              <span className={styles.speed}>
                <SpeedButton />
              </span>
              <LoopButton className={styles.button} />
              <ListenButton className={styles.button} />
              <VolumeSlider className={styles.volume} />
            </div>
          )}
          {guest?.onWrite && (
            <div className={styles.action}>
              <Button
                tone="primary"
                size="large"
                icon={MessageSquarePlus}
                onClick={() => {
                  guest.onWrite?.()
                  leave()
                }}
              >
                {playerStrings.writeNote}
              </Button>
            </div>
          )}
          {!isVeiled && added.some(({ action }) => action !== undefined) && (
            <div className={styles.action}>
              {added.map(({ action }, index) => (
                <Fragment key={index}>{action}</Fragment>
              ))}
            </div>
          )}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

/** In a comparison: switches between the last two that were audible. Otherwise, between versions of the track. */
function Flip({ heard }: { readonly heard: Heard }) {
  const flip = useDeckFlip()
  if (!flip) return <FullPlayerVersions key={heard.trackId} heard={heard} />
  const sides = [
    { letter: flip.from, name: flip.fromName, isHeard: true },
    { letter: flip.to, name: flip.toName, isHeard: false },
  ].sort((one, other) => (one.letter < other.letter ? -1 : 1))
  return (
    <div className={styles.flip} role="group" aria-label={playerStrings.whatYouHear}>
      {sides.map(({ letter, name, isHeard }) => (
        <button
          key={letter}
          type="button"
          aria-pressed={isHeard}
          aria-label={isHeard ? `${letter}, ${name}` : `${text(playerStrings.flipTo, { letter })}, ${name}`}
          onClick={() => !isHeard && flip.go()}
        >
          <b>{letter}</b>
          <span>{name}</span>
        </button>
      ))}
    </div>
  )
}

function Transport() {
  const { back, forward } = useSkips()
  const { previous, next } = useSteps()
  return (
    <div className={styles.transport}>
      <IconButton {...previous} className={styles.button} />
      <IconButton {...back} className={styles.button} />
      <span className={styles.play}>
        <TransportButton />
      </span>
      <IconButton {...forward} className={styles.button} />
      <IconButton {...next} className={styles.button} />
    </div>
  )
}
