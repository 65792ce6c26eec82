import { Headphones } from 'lucide-react'
import { channelName } from '#audio/speakers.ts'
import { text } from '#web/i18n/text.ts'
import { soloOf } from '#web/player/mix/listen-matrix.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { Tooltip } from '#web/ui/overlay/Tooltip.tsx'
import { listenEntries, speedEntries } from './monitor-entries.ts'
import { playerStrings as strings } from '../player/player.strings.ts'
import { formatSpeed } from './speed-steps.ts'
import styles from './MonitorControls.module.css'

/** The speed, at constant pitch. */
export function SpeedButton() {
  const { player, heard } = useListening()
  const snapshot = useListeningSnapshot()
  const speed = formatSpeed(snapshot.speed)
  return (
    <Tooltip text={strings.speed} keys="]">
      <span className={styles.place}>
        <Menu entries={speedEntries(player, snapshot)} align="center" side="top">
          <button
            type="button"
            className={styles.speed}
            aria-label={text(strings.speedNow, { speed })}
            data-changed={snapshot.speed !== 1}
            disabled={!player || !heard}
          >
            {speed}
          </button>
        </Menu>
      </span>
    </Tooltip>
  )
}

/** Sides, dim and fold-down; highlighted while any of them alters the sound. */
export function ListenButton({ className }: { readonly className?: string | undefined }) {
  const { player } = useListening()
  const snapshot = useListeningSnapshot()
  const { mode, isDimmed } = snapshot.monitoring
  const layout = snapshot.playable?.source ?? { channels: 0 }
  const solo = soloOf(snapshot.monitoring, layout.channels)
  const changed = mode !== 'stereo' || isDimmed || solo !== null
  const said = [
    mode === 'stereo' ? undefined : strings.modes[mode],
    solo === null ? undefined : text(strings.badges.solo, { channel: channelName(solo, layout) }),
    isDimmed ? strings.dim : undefined,
  ]
    .filter((word) => word !== undefined)
    .join(', ')
  return (
    <Menu entries={listenEntries(player, snapshot)} align="end" side="top">
      <IconButton
        icon={Headphones}
        label={changed ? text(strings.listenNow, { what: said }) : strings.listen}
        className={classNames(className, changed && styles.changed)}
        disabled={!player}
      />
    </Menu>
  )
}
