import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { loadWith } from '#web/extension/extension-point.ts'
import { formatLevel } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { type Heard, listening, type PlaybackState } from '#web/player/listening.ts'
import type { PlayerSnapshot } from '#web/player/player-state.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { phoneBarQuery, tightBarQuery, useMedia } from '#web/ui/use-media.ts'
import { writeText } from '#web/ui/write-text.ts'
import { VolumeControl } from '../monitor/VolumeControl.tsx'
import { listenEntries, loopSwitch, speedEntries } from '../monitor/monitor-entries.ts'
import { sayCopied } from '../say-copied.ts'
import { trackStrings } from '../tracks.strings.ts'
import { fullPlayerPoint } from './full-player-point.ts'
import { PhoneBar } from './PhoneBar.tsx'
import styles from './PlayerBar.module.css'
import { NothingPlaying, PlayerNow } from './PlayerNow.tsx'
import { PlayerProof } from './PlayerProof.tsx'
import { PlayerTransport } from './PlayerTransport.tsx'
import { SeekStrip } from './SeekStrip.tsx'
import { playerStrings, playerStrings as strings } from './player.strings.ts'
import { usePlayerKeys } from './use-player-keys.ts'

const ProofDialog = lazyDialog(() => import('./ProofDialog.tsx'))
const FullPlayer = lazyDialog(() => loadWith(import('./FullPlayer.tsx'), [fullPlayerPoint]))

/**
 * The player on every page: what plays, its position, its sound. The middle never moves. With nothing loaded, all
 * controls are visible and disabled.
 */
export function PlayerBar() {
  const phone = useMedia(phoneBarQuery)
  const isTight = useMedia(tightBarQuery)
  const listened = useListening()
  const snapshot = useListeningSnapshot()
  const [proving, setProving] = useState(false)
  const [isOpen, setOpen] = useState(false)
  usePlayerKeys()
  const { heard } = listened
  const prove = () => {
    setOpen(false)
    setProving(true)
  }
  const open = () => setOpen(true)
  const entries = playerEntries(listened, snapshot, prove)
  return (
    <div className={styles.place}>
      <ContextMenu entries={heard ? [...placeEntries(heard), ...entries] : []}>
        <div className={styles.bar}>
          <SeekStrip durationSeconds={heard?.playable.durationSeconds} />
          {phone && heard ? (
            <PhoneBar heard={heard} onOpen={open} onProof={prove} />
          ) : (
            <>
              {heard ? (
                <PlayerNow heard={heard} onOpen={isTight ? open : undefined} />
              ) : (
                <NothingPlaying isTight={isTight} />
              )}
              <PlayerTransport />
              <div className={styles.end}>
                {heard && !heard.isVeiled && <LevelReadout />}
                {heard && <PlayerProof heard={heard} onShow={prove} />}
                <VolumeControl />
                <Menu entries={entries} align="end" side="top">
                  <IconButton icon={Ellipsis} label={playerStrings.more} disabled={!heard} className={styles.more} />
                </Menu>
              </div>
            </>
          )}
        </div>
      </ContextMenu>
      {isOpen && heard && <FullPlayer heard={heard} entries={entries} onProof={prove} onClose={() => setOpen(false)} />}
      {proving && heard && !heard.isVeiled && <ProofDialog heard={heard} onClose={() => setProving(false)} />}
    </div>
  )
}

/** Current short-term loudness, written outside React, and the whole recording's. */
function LevelReadout() {
  const { player, heard } = useListening()
  const place = useRef<HTMLSpanElement>(null)
  const isNotMeasured = heard?.isNotMeasured === true
  useEffect(
    () =>
      isNotMeasured
        ? undefined
        : player?.meter.watch((reading) => writeText(place.current, formatLevel(reading?.shortTerm ?? null))),
    [player, isNotMeasured],
  )
  if (isNotMeasured)
    return (
      <span className={styles.levels} title={strings.notMeasuredWhole}>
        {strings.notMeasured}
      </span>
    )
  return (
    <span className={styles.levels}>
      <span title={strings.shortTermWhole}>
        <span className={styles.name}>{strings.shortTerm}</span>
        <span ref={place} className={styles.figure}>
          {formatLevel(null)}
        </span>
      </span>
      {heard && <WholeLoudness heard={heard} />}
    </span>
  )
}

/** The recording's own figure, or the level after a comparison has matched it. */
function WholeLoudness({ heard: { integrated, compared } }: { readonly heard: Heard }) {
  if (integrated === undefined || compared?.isDifference) return null
  const isMatched = compared?.isMatched === true && integrated !== null
  return (
    <span title={isMatched ? strings.matchedLufsWhole : strings.integratedWhole}>
      <span className={styles.name}>{strings.integrated}</span>
      <span className={styles.figure}>
        {formatLevel(isMatched ? integrated + compared.added + compared.gain : integrated)}
      </span>{' '}
      {strings.lufs}
    </span>
  )
}

/** Links to the page of what plays. */
function placeEntries({ href, trackTitle }: Heard): readonly MenuEntry[] {
  return [
    { kind: 'link', label: text(strings.openTrack, { title: trackTitle }), href },
    {
      kind: 'action',
      label: trackStrings.copyLink,
      onSelect: () => void sayCopied(window.location.origin + href, trackStrings.linkCopied),
    },
    { kind: 'separator' },
  ]
}

/** All commands of the bar, including those it has no space for. */
function playerEntries(
  { player, heard, queue }: PlaybackState,
  snapshot: PlayerSnapshot,
  onProof: () => void,
): readonly MenuEntry[] {
  if (!heard) return []
  const { label, toggle } = loopSwitch(player, snapshot, heard.playable.durationSeconds)
  const hasQueue = queue.length > 1
  return [
    hasQueue && { kind: 'action', label: strings.previous, onSelect: () => listening.skipTrack(-1) },
    hasQueue && {
      kind: 'action',
      label: strings.next,
      disabled: !listening.neighbour(1),
      onSelect: () => listening.skipTrack(1),
    },
    hasQueue && { kind: 'separator' },
    player && { kind: 'action', label, onSelect: toggle },
    { kind: 'submenu', label: strings.speed, entries: speedEntries(player, snapshot) },
    { kind: 'submenu', label: strings.listen, entries: listenEntries(player, snapshot) },
    !heard.isVeiled && { kind: 'action', label: strings.whatYouHear, onSelect: onProof },
    { kind: 'separator' },
    { kind: 'action', label: strings.stop, onSelect: () => listening.stop() },
  ]
}
