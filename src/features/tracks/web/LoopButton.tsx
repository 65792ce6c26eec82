import { Repeat } from 'lucide-react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { loopSwitch } from './monitor-entries.ts'
import styles from './LoopButton.module.css'

/** Repeats the loop that was set by I and O or from a selection, or else everything. On a phone it is there to end one. */
export function LoopButton() {
  const { player, heard } = useListening()
  const snapshot = useListeningSnapshot()
  if (!heard) return null
  const { loop } = snapshot
  const { durationSeconds } = heard.playable
  const isWhole = loop !== undefined && loop.inAt === 0 && loop.outAt >= durationSeconds
  const { label, toggle } = loopSwitch(player, snapshot, durationSeconds)
  return (
    <span className={classNames(styles.loop, !loop && styles.off)} data-loop={loop !== undefined}>
      {loop && !isWhole && <span className={styles.range}>{shortTime(loop.inAt)} – {shortTime(loop.outAt)}</span>}
      <IconButton icon={Repeat} label={label} pressed={loop !== undefined} disabled={!player} onClick={toggle} />
    </span>
  )
}

/** To a tenth: enough to tell loops apart. */
function shortTime(seconds: number): string {
  return `${formatDuration(seconds)}.${Math.floor((seconds * 10) % 10)}`
}
