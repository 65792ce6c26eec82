import { Repeat } from 'lucide-react'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { useListening, useListeningSnapshot } from '#web/player/use-listening.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { playerStrings } from './player.strings.ts'
import styles from './LoopButton.module.css'

/** Repeats the loop that was set by I and O or from a selection, or else everything. */
export function LoopButton() {
  const { player, heard } = useListening()
  const { loop } = useListeningSnapshot()
  if (!heard) return null
  const { durationSeconds } = heard.playable
  const isWhole = loop !== undefined && loop.inAt === 0 && loop.outAt >= durationSeconds
  const range = loop && `${formatPosition(loop.inAt)} – ${formatPosition(loop.outAt)}`
  const label = range === undefined ? playerStrings.loopWhole : text(playerStrings.loopOff, { range })
  return (
    <span className={styles.loop}>
      {loop && !isWhole && <span className={styles.range}>{shortTime(loop.inAt)} – {shortTime(loop.outAt)}</span>}
      <IconButton icon={Repeat} label={label} pressed={loop !== undefined} disabled={!player} onClick={() => player?.setLoop(loop ? undefined : { inAt: 0, outAt: durationSeconds })} />
    </span>
  )
}

/** To a tenth: enough to tell loops apart. */
function shortTime(seconds: number): string {
  return `${formatDuration(seconds)}.${Math.floor((seconds * 10) % 10)}`
}
