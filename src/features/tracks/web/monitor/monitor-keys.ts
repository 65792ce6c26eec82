import { listening } from '#web/player/listening.ts'
import type { ListenMode } from '#web/player/mix/monitoring.ts'
import type { PageKey } from '#web/ui/keys/page-keys.ts'
import { playerStrings } from '../player/player.strings.ts'
import { stepSpeed } from './speed-steps.ts'
import { volumeSteps, volumeAt, volumePlace } from './volume-scale.ts'

const {
  keys: words,
  groups: { monitor: group },
} = playerStrings

/** The keys for monitoring: speed, sides, level. */
export const monitorKeys: readonly PageKey[] = [
  { keys: ['['], label: words.slower, group, repeats: true, run: () => changeSpeed(-1) },
  { keys: [']'], label: words.faster, group, repeats: true, run: () => changeSpeed(1) },
  { keys: ['\\'], label: words.normalSpeed, group, run: () => listening.ask((player) => player.setSpeed(1)) },
  {
    keys: ['M'],
    label: words.mute,
    group,
    run: () => listening.ask((player) => player.setMuted(!player.snapshot().isMuted)),
  },
  {
    keys: ['Shift+M'],
    label: words.dim,
    group,
    run: () => listening.ask((player) => player.setMonitoring({ isDimmed: !player.snapshot().monitoring.isDimmed })),
  },
  { keys: ['Shift+ArrowUp'], label: words.louder, group, repeats: true, run: () => changeVolume(2) },
  { keys: ['Shift+ArrowDown'], label: words.quieter, group, repeats: true, run: () => changeVolume(-2) },
  { keys: ['Y'], label: words.mono, group, run: () => toggleMode('mono') },
  { keys: ['Shift+Y'], label: words.side, group, run: () => toggleMode('side') },
  { keys: ['Shift+S'], label: words.swapped, group, run: () => toggleMode('swapped') },
]

function changeSpeed(by: 1 | -1): void {
  listening.ask((player) => player.setSpeed(stepSpeed(player.snapshot().speed, by)))
}

/** In steps of the slider, half a decibel each. */
function changeVolume(by: number): void {
  const within = (place: number) => Math.min(volumeSteps, Math.max(0, place))
  listening.ask((player) => player.setVolume(volumeAt(within(volumePlace(player.snapshot().volume) + by))))
}

function toggleMode(mode: ListenMode): void {
  listening.ask((player) =>
    player.setMonitoring({ mode: player.snapshot().monitoring.mode === mode ? 'stereo' : mode }),
  )
}
