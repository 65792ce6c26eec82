import { isOverdue } from '#web/i18n/due-day.ts'
import type { StageCell } from '../../stages.contract.ts'

/** By stage and track; a cell that nobody has changed is not started. */
export type SheetCells = (stageId: string, trackId: string) => StageCell

export function cellsIn(cells: readonly StageCell[]): SheetCells {
  const known = new Map(cells.map((cell) => [`${cell.stageId} ${cell.trackId}`, cell]))
  return (stageId, trackId) => known.get(`${stageId} ${trackId}`) ?? untouched(stageId, trackId)
}

function untouched(stageId: string, trackId: string): StageCell {
  return { stageId, trackId, state: 'not-started', assigneeId: null, dueOn: null, note: '' }
}

export const clearedCell = { state: 'not-started', assigneeId: null, dueOn: null, note: '' } as const

export function isUntouched({ state, assigneeId, dueOn, note }: StageCell): boolean {
  return state === 'not-started' && assigneeId === null && dueOn === null && note === ''
}

export interface SheetProgress {
  readonly done: number
  /** Without what is not needed. */
  readonly of: number
  readonly late: number
}

export function progressOf(cells: readonly StageCell[], today: string): SheetProgress {
  const needed = cells.filter(({ state }) => state !== 'not-needed')
  return {
    done: needed.filter(({ state }) => state === 'done').length,
    of: needed.length,
    late: needed.filter((cell) => isPastDue(cell, today)).length,
  }
}

/** What is done or not needed is never late. */
export function isPastDue({ state, dueOn }: Pick<StageCell, 'state' | 'dueOn'>, today: string): boolean {
  return dueOn !== null && state !== 'done' && state !== 'not-needed' && isOverdue(dueOn, today)
}
