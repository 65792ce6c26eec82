import type { PagePress } from '#web/ui/keys/page-keys.ts'
import { latinKey } from '#web/ui/keys/page-keys.ts'
import { type StageState, stageStates } from '../../stage-states.ts'

/** A place in the sheet. Row −1 has the names of the stages, column −1 the titles of the tracks. */
export interface SheetPlace {
  readonly row: number
  readonly column: number
}

export interface SheetSize {
  readonly rows: number
  readonly columns: number
}

/** How many rows Page Up and Page Down jump. */
const PAGE_ROWS = 10

/**
 * Where a key leads, as in a spreadsheet; undefined if it moves nothing. At an edge it is the same place: the key means
 * nothing else there.
 */
export function stepInSheet(from: SheetPlace, press: PagePress, size: SheetSize): SheetPlace | undefined {
  if (press.altKey || press.shiftKey) return undefined
  const toEdge = press.ctrlKey || press.metaKey
  const [last, end] = [size.rows - 1, size.columns - 1]
  const { row, column } = from
  const to = (next: Partial<SheetPlace>) => within({ ...from, ...next }, from, size)
  switch (press.key) {
    case 'ArrowUp':
      return to({ row: toEdge ? Math.min(row, 0) : row - 1 })
    case 'ArrowDown':
      return to({ row: toEdge ? last : row + 1 })
    case 'ArrowLeft':
      return to({ column: toEdge ? -1 : column - 1 })
    case 'ArrowRight':
      return to({ column: toEdge ? end : column + 1 })
    case 'Home':
      return toEdge ? to({ row: 0, column: -1 }) : to({ column: -1 })
    case 'End':
      return toEdge ? to({ row: last, column: end }) : to({ column: end })
    case 'PageUp':
      return toEdge ? undefined : to({ row: Math.max(Math.min(row, 0), row - PAGE_ROWS) })
    case 'PageDown':
      return toEdge ? undefined : to({ row: row + PAGE_ROWS })
  }
  return undefined
}

/** Kept within the sheet; its corner has nothing to focus. */
export function within(place: SheetPlace, before: SheetPlace, { rows, columns }: SheetSize): SheetPlace {
  const row = Math.max(-1, Math.min(rows - 1, place.row))
  const column = Math.max(-1, Math.min(columns - 1, place.column))
  return row === -1 && column === -1 ? before : { row, column }
}

export type CellAction = { readonly state: StageState } | 'open' | 'clear'

/** What a key does on a cell. */
export function cellAction(press: PagePress): CellAction | undefined {
  if (press.altKey || press.shiftKey || press.ctrlKey || press.metaKey) return undefined
  const key = latinKey(press)
  const state = stageStates[['1', '2', '3', '4'].indexOf(key)]
  if (state !== undefined) return { state }
  if (key === 'Enter' || key === ' ' || key === 'F2') return 'open'
  return key === 'Delete' || key === 'Backspace' ? 'clear' : undefined
}
