import { MessageSquarePlus, Repeat, SquarePlus, X } from 'lucide-react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { Button } from '#web/ui/Button.tsx'
import { CommandKey } from '#web/ui/CommandKey.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWaveView } from '#web/waveform/use-peaks.ts'
import type { SecondsRange } from '#web/waveform/wave-gestures.ts'
import { pxAtSeconds } from '#web/waveform/wave-view.ts'
import type { WaveViewport } from '#web/waveform/wave-viewport.ts'
import { trackStrings } from './tracks.strings.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  readonly viewport: WaveViewport
  readonly selection: SecondsRange
  readonly onLoop: () => void
  readonly onAddNote: (() => void) | undefined
  readonly onAddTask: (() => void) | undefined
  readonly onClear: () => void
}

/** Under a selection: its times and what can be done with it. It stays inside the wave. */
export function SelectionBar({ viewport, selection: { from, to }, onLoop, onAddNote, onAddTask, onClear }: SelectionBarProps) {
  const view = useWaveView(viewport)
  const middle = (pxAtSeconds(view, from) + pxAtSeconds(view, to)) / 2
  if (pxAtSeconds(view, to) < 0 || pxAtSeconds(view, from) > view.widthPx) return null
  return (
    <div className={styles.place} style={{ '--middle': `${Math.max(0, Math.min(view.widthPx, middle))}px` } as React.CSSProperties}>
      <span className={styles.times}>{tenths(from)} – {tenths(to)}</span>
      {onAddNote && <Button size="small" tone="primary" icon={MessageSquarePlus} onClick={onAddNote}>{trackStrings.noteOnSelection}<CommandKey named="C" /></Button>}
      <Button size="small" tone="quiet" icon={Repeat} onClick={onLoop}>{trackStrings.loopSelection}<CommandKey named="R" /></Button>
      {onAddTask && <Button size="small" tone="quiet" icon={SquarePlus} onClick={onAddTask}>{trackStrings.taskFromSelection}</Button>}
      <IconButton size="small" icon={X} label={trackStrings.clearSelection} onClick={onClear} />
    </div>
  )
}

function tenths(seconds: number): string {
  return `${formatDuration(seconds)}.${Math.floor((seconds * 10) % 10)}`
}
