import { type ChannelLayout, channelName } from '#audio/speakers.ts'
import type { Seconds } from '#shared/units.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { canFoldDown, soloOf } from '#web/player/mix/listen-matrix.ts'
import type { ListenMode } from '#web/player/mix/monitoring.ts'
import type { Player } from '#web/player/player.ts'
import type { PlayerSnapshot } from '#web/player/player-state.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { playerStrings as strings } from '../player/player.strings.ts'
import { formatSpeed, speedSteps } from './speed-steps.ts'

const modes: readonly ListenMode[] = ['stereo', 'mono', 'side', 'left', 'right', 'swapped']

/** Ends any loop, or else repeats the whole recording. */
export function loopSwitch(
  player: Player | undefined,
  { loop }: PlayerSnapshot,
  durationSeconds: Seconds,
): { readonly label: string; readonly toggle: () => void } {
  return {
    label: loop
      ? text(strings.loopOff, { range: `${formatPosition(loop.inAt)} – ${formatPosition(loop.outAt)}` })
      : strings.loopWhole,
    toggle: () => player?.setLoop(loop ? undefined : { inAt: 0, outAt: durationSeconds }),
  }
}

export function speedEntries(player: Player | undefined, { speed }: PlayerSnapshot): readonly MenuEntry[] {
  return [
    {
      kind: 'choice',
      value: String(speed),
      options: speedSteps.map((step) => ({ value: String(step), label: formatSpeed(step) })),
      onValueChange: (value) => player?.setSpeed(Number(value)),
    },
  ]
}

/** Which sides are monitored, dimming, and of more than two channels the fold-down and each alone. */
export function listenEntries(
  player: Player | undefined,
  { monitoring, playable, proof }: PlayerSnapshot,
): readonly MenuEntry[] {
  const layout: ChannelLayout = playable?.source ?? { channels: 0 }
  const { channels } = layout
  return [
    {
      kind: 'choice',
      value: monitoring.mode,
      options: modes.map((mode) => ({ value: mode, label: strings.modes[mode] })),
      onValueChange: (value) => {
        const mode = modes.find((one) => one === value)
        if (mode) player?.setMonitoring({ mode })
      },
    },
    { kind: 'separator' },
    {
      kind: 'toggle',
      label: strings.dim,
      checked: monitoring.isDimmed,
      onCheckedChange: (isDimmed) => player?.setMonitoring({ isDimmed }),
    },
    canFoldDown(layout) && {
      kind: 'toggle',
      label: strings.foldDown,
      checked: monitoring.foldsDown ?? proof.reasons.some(({ kind }) => kind === 'folded-down'),
      onCheckedChange: (foldsDown) => player?.setMonitoring({ foldsDown }),
    },
    channels > 2 && {
      kind: 'submenu',
      label: strings.solo,
      entries: [
        {
          kind: 'choice',
          value: String(soloOf(monitoring, channels) ?? ''),
          options: [
            { value: '', label: strings.allChannels },
            ...Array.from({ length: channels }, (_, at) => ({ value: String(at), label: channelName(at, layout) })),
          ],
          onValueChange: (value) => player?.setMonitoring({ solo: value === '' ? null : Number(value) }),
        },
      ],
    },
  ]
}
