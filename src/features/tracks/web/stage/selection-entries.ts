import { MessageSquarePlus, Repeat, X } from 'lucide-react'
import { formatTenths } from '#web/i18n/format-duration.ts'
import type { MenuAction } from '#web/ui/menu/menu-entries.ts'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import { trackStrings } from '../tracks.strings.ts'

export interface SelectionWays {
  readonly onLoop: () => void
  /** From other features. */
  readonly more: readonly MenuAction[]
  /** Undefined for people who may not. */
  readonly onAddNote: (() => void) | undefined
  readonly onClear: () => void
}

/** A selection's actions, for its bar and its menu: the most likely first, clearing it last. */
export function selectionEntries({ onLoop, onAddNote, more, onClear }: SelectionWays): readonly MenuAction[] {
  const entries: readonly (MenuAction | undefined)[] = [
    onAddNote && {
      kind: 'action',
      label: trackStrings.noteOnSelection,
      icon: MessageSquarePlus,
      keys: 'C',
      movesFocus: true,
      onSelect: onAddNote,
    },
    { kind: 'action', label: trackStrings.loopSelection, icon: Repeat, keys: 'R', onSelect: onLoop },
    ...more,
    { kind: 'action', label: trackStrings.clearSelection, icon: X, onSelect: onClear },
  ]
  return entries.filter((entry) => entry !== undefined)
}

/** To a tenth of a second. */
export function selectionTimes({ from, to }: SecondsRange): string {
  return `${formatTenths(from)} – ${formatTenths(to)}`
}
