import { expect, test } from 'vitest'
import type { StageCell } from '../../stages.contract.ts'
import { cellsIn, isPastDue, isUntouched, progressOf } from './sheet-progress.ts'

const cell = (more: Partial<StageCell> = {}): StageCell => ({
  stageId: 'mix',
  trackId: 'kiln',
  state: 'not-started',
  assigneeId: null,
  dueOn: null,
  note: '',
  ...more,
})
const today = '2026-11-28'

test('what is not needed does not count', () => {
  expect(progressOf([cell({ state: 'done' }), cell(), cell({ state: 'not-needed' })], today)).toEqual({
    done: 1,
    of: 2,
    late: 0,
  })
  expect(progressOf([cell({ state: 'not-needed' })], today)).toEqual({ done: 0, of: 0, late: 0 })
})

test('only open work is late, and only once its day is over', () => {
  expect(isPastDue(cell({ dueOn: '2026-11-27' }), today)).toBe(true)
  expect(isPastDue(cell({ dueOn: '2026-11-28' }), today)).toBe(false)
  for (const state of ['done', 'not-needed'] as const)
    expect(isPastDue(cell({ dueOn: '2026-11-27', state }), today)).toBe(false)
  expect(progressOf([cell({ dueOn: '2026-11-27', state: 'in-work' }), cell()], today).late).toBe(1)
})

test('a cell that nobody has changed is not started', () => {
  const cellOf = cellsIn([cell({ state: 'done' })])
  expect(cellOf('mix', 'kiln').state).toBe('done')
  expect(isUntouched(cellOf('mix', 'salt'))).toBe(true)
  expect(isUntouched(cell({ note: 'x' }))).toBe(false)
})
