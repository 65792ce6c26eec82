import { ChevronDown, Ellipsis } from 'lucide-react'
import { Dialog as Parts } from 'radix-ui'
import { useDeckFlip } from '#web/player/mix/deck-flip.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import { useFollow } from '#web/player/use-listening.ts'
import { text } from '#web/i18n/text.ts'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useFocusReturn } from '#web/ui/frame/focus-return.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { usePeaks, useViewport } from '#web/waveform/use-peaks.ts'
import { WaveOverview } from '#web/waveform/view/WaveOverview.tsx'
import { LoopButton, LoopRange } from '../monitor/LoopButton.tsx'
import { ListenButton, SpeedButton } from '../monitor/MonitorControls.tsx'
import { PlayerClock } from './PlayerClock.tsx'
import { useTrouble } from './PlayerNow.tsx'
import { PlayerProof } from './PlayerProof.tsx'
import { playerStrings } from './player.strings.ts'
import { useSkips, useSteps } from './PlayerTransport.tsx'
import { SeekStrip } from './SeekStrip.tsx'
import { TransportButton } from './TransportButton.tsx'
import { VolumeSlider } from '../monitor/VolumeControl.tsx'
import styles from './PhonePlayer.module.css'

interface PhonePlayerProps {
  readonly heard: Heard
  readonly entries: readonly MenuEntry[]
  readonly onProof: () => void
  readonly onClose: () => void
}

/** The full-screen player of a phone. The page below stays as it was. */
export default function PhonePlayer({ heard, entries, onProof, onClose }: PhonePlayerProps) {
  const focusReturn = useFocusReturn()
  const { words, bad } = useTrouble()
  const { projectId, projectTitle, trackTitle, versionNumber, href, isVeiled, playable } = heard
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose()}>
      <Parts.Portal>
        <Parts.Content {...focusReturn} className={styles.player} aria-describedby={undefined}>
          <header className={styles.head}>
            <Parts.Close asChild>
              <IconButton icon={ChevronDown} label={playerStrings.closePlayer} className={styles.button} />
            </Parts.Close>
            <span className={styles.from}>{projectTitle}</span>
            <Menu entries={entries} align="end">
              <IconButton icon={Ellipsis} label={playerStrings.more} className={styles.button} />
            </Menu>
          </header>
          <div className={styles.art} aria-hidden>
            <ProjectCover id={projectId} size={326} />
          </div>
          <div className={styles.what}>
            <Parts.Title asChild>
              <h2 className={styles.title}>
                <UiLink href={href} onClick={onClose}>
                  {trackTitle}
                </UiLink>
              </h2>
            </Parts.Title>
            <span className={styles.line}>
              {!isVeiled && <VersionBadge number={versionNumber} current />}
              <PlayerProof heard={heard} onShow={onProof} />
              {words !== undefined && (
                <span className={classNames(styles.said, bad && styles.bad)} role={bad ? 'alert' : undefined}>
                  {words}
                </span>
              )}
            </span>
          </div>
          <div className={styles.place}>
            {!isVeiled && <Whole heard={heard} />}
            <div className={styles.strip}>
              <SeekStrip durationSeconds={playable.durationSeconds} />
            </div>
            <span className={styles.times}>
              <PlayerClock />
              <LoopRange />
            </span>
          </div>
          <Flip />
          <Transport />
          <div className={styles.how}>
            <span className={styles.speed}>
              <SpeedButton />
            </span>
            <LoopButton className={styles.button} />
            <ListenButton className={styles.button} />
            <VolumeSlider className={styles.volume} />
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

function Whole({
  heard: {
    peaks: { url, facts },
  },
}: {
  readonly heard: Heard
}) {
  const follow = useFollow()
  return (
    <WaveOverview
      peaks={usePeaks(url, facts)}
      viewport={useViewport(facts)}
      playhead={follow}
      onSeek={(at) => listening.seek(at)}
      className={styles.wave ?? ''}
    />
  )
}

/** In a comparison: switches between the last two that were audible. */
function Flip() {
  const flip = useDeckFlip()
  if (!flip) return null
  const [first, second] = [flip.from, flip.to].sort()
  return (
    <div className={styles.flip} role="group" aria-label={playerStrings.whatYouHear}>
      {[first, second].map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === flip.from}
          aria-label={letter === flip.from ? letter : text(playerStrings.flipTo, { letter: letter ?? '' })}
          onClick={() => letter !== flip.from && flip.go()}
        >
          {letter}
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
