import { text } from '#web/i18n/text.ts'
import { listening, type Heard, type PlaybackState } from '#web/player/listening.ts'
import type { PlayerSnapshot } from '#web/player/player-state.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { listenEntries, loopSwitch, speedEntries } from '../monitor/monitor-entries.ts'
import { playerStrings as strings } from './player.strings.ts'
import { sayCopied } from '../say-copied.ts'
import { trackStrings } from '../tracks.strings.ts'

/** Links to the page of what plays. */
export function placeEntries({ href, trackTitle }: Heard): readonly MenuEntry[] {
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
export function playerEntries(
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
