import { ArrowLeft, ArrowRight, Pencil, Trash2 } from 'lucide-react'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import type { Stage } from '../../stages.contract.ts'
import { stageStrings as strings } from '../stages.strings.ts'
import type { SheetActions } from './use-sheet.ts'

interface StageMenu {
  readonly stages: readonly Stage[]
  readonly stage: Stage
  readonly actions: Pick<SheetActions, 'moveTo' | 'remove'>
  readonly onRename: (stage: Stage) => void
  /** Only the head of a column has them. */
  readonly withKeys?: boolean
}

/** What editors do with a column. */
export function stageEntries({ stages, stage, actions, onRename, withKeys = false }: StageMenu): readonly MenuEntry[] {
  const at = stages.findIndex(({ id }) => id === stage.id)
  return [
    {
      kind: 'action',
      label: strings.rename,
      icon: Pencil,
      ...(withKeys && { keys: 'F2' }),
      onSelect: () => onRename(stage),
    },
    {
      kind: 'action',
      label: strings.moveLeft,
      icon: ArrowLeft,
      ...(withKeys && { keys: 'Alt ←' }),
      disabled: at === 0,
      onSelect: () => actions.moveTo(stages, stage, at - 1),
    },
    {
      kind: 'action',
      label: strings.moveRight,
      icon: ArrowRight,
      ...(withKeys && { keys: 'Alt →' }),
      disabled: at === stages.length - 1,
      onSelect: () => actions.moveTo(stages, stage, at + 1),
    },
    { kind: 'separator' },
    {
      kind: 'action',
      label: strings.remove,
      icon: Trash2,
      tone: 'danger',
      onSelect: () => actions.remove(stage),
    },
  ]
}
