import type { ListedTrack } from '#features/tracks/web/list/track-list.ts'
import type { Stage } from '../../stages.contract.ts'
import type { StageState } from '../../stage-states.ts'
import type { SheetPeople } from './sheet-people.ts'
import type { SheetCells } from './sheet-progress.ts'
import type { NamedCell, SheetActions } from './use-sheet.ts'

/** What the grid and the cards of a phone show, and what they ask for. */
export interface SheetView {
  readonly projectId: string
  /** In album order. */
  readonly tracks: readonly ListedTrack[]
  readonly stages: readonly Stage[]
  readonly cellOf: SheetCells
  readonly people: SheetPeople
  /** A date, such as 2026-11-28. */
  readonly today: string
  readonly mayEdit: boolean
  readonly actions: SheetActions
  /** The cell whose editor is open. */
  readonly opened: NamedCell | undefined
  readonly onOpen: (cell: NamedCell, anchor: HTMLElement) => void
  readonly onSet: (cell: NamedCell, change: { readonly state: StageState }) => void
  readonly onClear: (cell: NamedCell) => void
  readonly onRename: (stage: Stage) => void
}
