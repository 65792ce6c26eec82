import { Button } from '#web/ui/Button.tsx'
import { CommandKey } from '#web/ui/keys/CommandKey.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import type { MenuAction } from '#web/ui/menu/menu-entries.ts'
import { useWaveView } from '#web/waveform/use-peaks.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { pxAtSeconds } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { selectionTimes } from './selection-entries.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  readonly viewport: WaveViewport
  readonly selection: SecondsRange
  /** See `selectionEntries`. */
  readonly entries: readonly MenuAction[]
}

/** Below a selection: its times and actions. Stays inside the wave. */
export function SelectionBar({ viewport, selection, entries }: SelectionBarProps) {
  const view = useWaveView(viewport)
  const { from, to } = selection
  const middle = (pxAtSeconds(view, from) + pxAtSeconds(view, to)) / 2
  if (pxAtSeconds(view, to) < 0 || pxAtSeconds(view, from) > view.widthPx) return null
  return (
    <div
      className={styles.place}
      style={{ '--middle': `${Math.max(0, Math.min(view.widthPx, middle))}px` } as React.CSSProperties}
    >
      <span className={styles.times}>{selectionTimes(selection)}</span>
      {entries.map((entry) => (
        <SelectionButton key={entry.label} entry={entry} />
      ))}
    </div>
  )
}

function SelectionButton({ entry: { label, icon, keys, onSelect } }: { readonly entry: MenuAction }) {
  if (label === trackStrings.clearSelection && icon)
    return <IconButton size="small" icon={icon} label={label} onClick={onSelect} />
  return (
    <Button
      size="small"
      tone={label === trackStrings.noteOnSelection ? 'primary' : 'quiet'}
      {...(icon && { icon })}
      onClick={onSelect}
    >
      <span className={styles.label}>{label}</span>
      {keys !== undefined && <CommandKey named={keys} />}
    </Button>
  )
}
