import { Repeat } from 'lucide-react'
import { formatPosition, formatTenths } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { loopSwitch } from './monitor-entries.ts'
import { playerStrings } from '../player/player.strings.ts'
import styles from './LoopButton.module.css'

/** Repeats the loop set by I and O or from a selection, or else the whole recording. */
export function LoopButton({ className }: { readonly className?: string | undefined }) {
  const { player, heard } = useListening()
  const snapshot = useListeningSnapshot()
  const { label, toggle } = loopSwitch(player, snapshot, heard?.playable.durationSeconds ?? 0)
  return (
    <IconButton
      icon={Repeat}
      label={label}
      pressed={snapshot.loop !== undefined}
      disabled={!player || !heard}
      className={className}
      onClick={toggle}
    />
  )
}

/** The loop's start and end in two lines; renders nothing without a loop, or if it covers the whole recording. */
export function LoopRange() {
  const { heard } = useListening()
  const { loop } = useListeningSnapshot()
  const durationSeconds = heard?.playable.durationSeconds ?? 0
  if (!loop || (loop.inAt === 0 && loop.outAt >= durationSeconds)) return null
  const format = durationSeconds >= 3600 ? formatTenths : formatPosition
  return (
    <span className={styles.range}>
      <span>{format(loop.inAt)}</span>
      <span>{text(playerStrings.loopTo, { end: format(loop.outAt) })}</span>
    </span>
  )
}
