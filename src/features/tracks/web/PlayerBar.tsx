import { useState } from 'react'
import { BadgeCheck, ChevronFirst, ChevronLast, RotateCcw, RotateCw, SkipBack, SkipForward, TriangleAlert, X } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { listening, type Heard } from '#web/player/listening.ts'
import type { Player } from '#web/player/player.ts'
import type { PlayerSnapshot } from '#web/player/player-state.ts'
import { usePlaceSteps } from '#web/player/place-steps.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { Art } from '#web/ui/Art.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ContextMenu } from '#web/ui/ContextMenu.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lateDialog } from '#web/ui/late-part.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { ProofBadge } from '#web/ui/ProofBadge.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { UiLink } from '#web/ui/UiLink.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { VersionBadge } from '#web/ui/VersionBadge.tsx'
import { sayCopied } from './say-copied.ts'
import { LevelReadout } from './LevelReadout.tsx'
import { LoopButton } from './LoopButton.tsx'
import { listenEntries, loopSwitch, speedEntries } from './monitor-entries.ts'
import { ListenButton, SpeedButton } from './MonitorControls.tsx'
import { PlayerClock } from './PlayerClock.tsx'
import { playerStrings } from './player.strings.ts'
import { proofWords, type ProofWords } from './proof-words.ts'
import { SeekStrip } from './SeekStrip.tsx'
import { trackStrings } from './tracks.strings.ts'
import { TransportButton } from './TransportButton.tsx'
import { usePlayerKeys } from './use-player-keys.ts'
import { VolumeControl } from './VolumeControl.tsx'
import styles from './PlayerBar.module.css'

const ProofDialog = lateDialog(() => import('./ProofDialog.tsx'))
const skipSeconds = 10

/** What is heard, wherever one goes meanwhile. */
export function PlayerBar() {
  const phone = useMedia(phoneQuery)
  const { heard, player } = useListening()
  const snapshot = useListeningSnapshot()
  const [proving, setProving] = useState(false)
  usePlayerKeys()
  if (!heard) return null
  return (
    <>
      <ContextMenu entries={[...barEntries(heard), ...howEntries(player, snapshot, heard, () => setProving(true))]}>
        <div className={styles.bar}>
          <SeekStrip durationSeconds={heard.playable.durationSeconds} />
          <WhatPlays heard={heard} onProof={() => setProving(true)} />
          <Transport />
          {!phone && <div className={styles.end}>{!heard.isVeiled && <LevelReadout />}<Proof heard={heard} onShow={() => setProving(true)} /><ListenButton /><VolumeControl /><IconButton icon={X} label={playerStrings.stop} size="small" className={styles.close} onClick={() => listening.stop()} /></div>}
        </div>
      </ContextMenu>
      {proving && !heard.isVeiled && <ProofDialog heard={heard} onClose={() => setProving(false)} />}
    </>
  )
}

/** For phones, which have no room for buttons of these. */
function howEntries(player: Player | undefined, snapshot: PlayerSnapshot, { playable, isVeiled }: Heard, onProof: () => void): readonly MenuEntry[] {
  const { label, toggle } = loopSwitch(player, snapshot, playable.durationSeconds)
  return [
    { kind: 'separator' },
    player && { kind: 'action', label, onSelect: toggle },
    { kind: 'submenu', label: playerStrings.speed, entries: speedEntries(player, snapshot) },
    { kind: 'submenu', label: playerStrings.listen, entries: listenEntries(player, snapshot) },
    !isVeiled && { kind: 'action', label: playerStrings.whatYouHear, onSelect: onProof },
  ]
}

function barEntries({ href, trackTitle }: Heard): readonly MenuEntry[] {
  return [
    { kind: 'link', label: text(playerStrings.openTrack, { title: trackTitle }), href },
    { kind: 'action', label: trackStrings.copyLink, onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied) },
    { kind: 'separator' },
    { kind: 'action', label: playerStrings.stop, onSelect: () => listening.stop() },
  ]
}

function WhatPlays({ heard, onProof }: { readonly heard: Heard, readonly onProof: () => void }) {
  const { projectId, projectTitle, trackTitle, versionNumber, href } = heard
  const trouble = useTrouble()
  return (
    <div className={styles.what}>
      <UiLink href={href} className={styles.art} tabIndex={-1} aria-hidden><Art id={projectId} size={40} /></UiLink>
      <div className={styles.words}>
        <span className={styles.line}>
          <UiLink href={href} className={styles.title} title={trackTitle}>{trackTitle}</UiLink>
          {!heard.isVeiled && <VersionBadge number={versionNumber} current />}
        </span>
        {trouble.bad ? <span className={styles.trouble} role="alert">{trouble.words}</span> : <span className={styles.project}><span className={styles.onWide} title={projectTitle}>{trouble.words ?? projectTitle}</span><span className={styles.onPhone}><ProofSign heard={heard} onShow={onProof} /><PlayerClock small /></span></span>}
      </div>
    </div>
  )
}

/** What keeps the sound from coming, if anything does. */
function useTrouble(): { readonly words: string | undefined, readonly bad: boolean } {
  const { failed } = useListening()
  const { phase, error, isRetrying, wantsToPlay } = useListeningSnapshot()
  if (failed) return { words: playerStrings.codeFailed, bad: true }
  if (phase === 'failed' && error) return { words: playerStrings.failures[error.kind], bad: true }
  if (isRetrying) return { words: phase === 'stalled' ? playerStrings.lost : playerStrings.retrying, bad: false }
  if (phase === 'stalled') return { words: playerStrings.stalled, bad: false }
  return { words: phase === 'loading' && wantsToPlay ? playerStrings.loadingSound : undefined, bad: false }
}

function Transport() {
  const { queue, player, heard } = useListening()
  const steps = usePlaceSteps(heard?.versionId)
  const hasQueue = queue.length > 1
  const skip = (by: number) => () => player?.skip(by)
  return (
    <div className={styles.transport}>
      <LoopButton />
      <span className={styles.onWide}><SpeedButton /></span>
      {hasQueue && <IconButton icon={SkipBack} label={playerStrings.previous} className={styles.onWide} onClick={() => listening.skipTrack(-1)} />}
      {steps && <IconButton icon={ChevronFirst} label={steps.previous.label} keys={steps.previous.keys} className={styles.onWide} onClick={steps.previous.go} />}
      <IconButton icon={RotateCcw} label={playerStrings.back} keys="J" onClick={skip(-skipSeconds)} />
      <span className={styles.play}><TransportButton /></span>
      <IconButton icon={RotateCw} label={playerStrings.forward} keys="L" onClick={skip(skipSeconds)} />
      {steps && <IconButton icon={ChevronLast} label={steps.next.label} keys={steps.next.keys} className={styles.onWide} onClick={steps.next.go} />}
      {hasQueue && <IconButton icon={SkipForward} label={playerStrings.next} className={styles.onWide} disabled={!listening.neighbour(1)} onClick={() => listening.skipTrack(1)} />}
      <span className={styles.onWide}><PlayerClock /></span>
    </div>
  )
}

function useProofWords(heard: Heard): ProofWords {
  const { proof } = useListeningSnapshot()
  const { sounded } = useListening()
  return proofWords(proof, heard, sounded)
}

/** Where the badge has no room: its icon, its words for who asks. */
function ProofSign({ heard, onShow }: { readonly heard: Heard, readonly onShow: () => void }) {
  const { standing, short } = useProofWords(heard)
  if (standing === 'unknown' || heard.isVeiled) return null
  const icon = standing === 'bit-true' ? BadgeCheck : TriangleAlert
  return <button type="button" className={classNames(styles.sign, standing === 'bit-true' ? styles.exact : styles.altered)} aria-label={short} onClick={onShow}><Icon of={icon} size={14} /></button>
}

function Proof({ heard, onShow }: { readonly heard: Heard, readonly onShow: () => void }) {
  const { standing, short, whole } = useProofWords(heard)
  // Format, gain and resampling would tell which one it is.
  if (heard.isVeiled) return null
  return (
    <Tooltip text={whole}>
      <button type="button" className={styles.proof} onClick={onShow} aria-label={`${short}. ${whole}`}>
        {standing === 'unknown' ? <Chip tone="outline">{short}</Chip> : <ProofBadge bitTrue={standing === 'bit-true'}>{short}</ProofBadge>}
      </button>
    </Tooltip>
  )
}
