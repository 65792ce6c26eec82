import { describe, expect, test } from 'vitest'
import type { PagePress } from '#web/ui/keys/page-keys.ts'
import { cellAction, stepInSheet } from './sheet-keys.ts'

const press = (key: string, more: Partial<PagePress> = {}): PagePress => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})
const size = { rows: 12, columns: 6 }
const from = (row: number, column: number) => (key: string, more?: Partial<PagePress>) => {
  const to = stepInSheet({ row, column }, press(key, more), size)
  return to && [to.row, to.column]
}

describe('the place in a sheet', () => {
  test('moves by arrows to the names of stages and the titles, and stops at the edges', () => {
    const first = from(0, 0)
    expect(first('ArrowRight')).toEqual([0, 1])
    expect(first('ArrowDown')).toEqual([1, 0])
    expect(first('ArrowLeft')).toEqual([0, -1])
    expect(first('ArrowUp')).toEqual([-1, 0])
    expect(from(0, -1)('ArrowLeft')).toEqual([0, -1])
    expect(from(11, 5)('ArrowDown')).toEqual([11, 5])
    expect(from(11, 5)('ArrowRight')).toEqual([11, 5])
  })

  test('never is the empty corner', () => {
    expect(from(0, -1)('ArrowUp')).toEqual([0, -1])
    expect(from(-1, 0)('ArrowLeft')).toEqual([-1, 0])
    expect(from(-1, 3)('Home')).toEqual([-1, 3])
  })

  test('goes to the ends of row and sheet', () => {
    const middle = from(5, 3)
    expect(middle('Home')).toEqual([5, -1])
    expect(middle('End')).toEqual([5, 5])
    expect(middle('Home', { ctrlKey: true })).toEqual([0, -1])
    expect(middle('End', { metaKey: true })).toEqual([11, 5])
    expect(middle('ArrowUp', { ctrlKey: true })).toEqual([0, 3])
    expect(middle('ArrowDown', { ctrlKey: true })).toEqual([11, 3])
    expect(middle('PageDown')).toEqual([11, 3])
    expect(middle('PageUp')).toEqual([0, 3])
  })

  test('leaves other keys, and keys with Alt or Shift, alone', () => {
    expect(from(5, 3)('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(from(5, 3)('ArrowDown', { shiftKey: true })).toBeUndefined()
    expect(from(5, 3)('a')).toBeUndefined()
  })
})

describe('on a cell', () => {
  test('1 to 4 say how far it is', () => {
    expect(['1', '2', '3', '4', '5'].map((key) => cellAction(press(key)))).toEqual([
      { state: 'not-started' },
      { state: 'in-work' },
      { state: 'done' },
      { state: 'not-needed' },
      undefined,
    ])
  })

  test('Enter opens and Delete clears; the browser keeps its own', () => {
    expect(['Enter', ' ', 'F2'].map((key) => cellAction(press(key)))).toEqual(['open', 'open', 'open'])
    expect(['Delete', 'Backspace'].map((key) => cellAction(press(key)))).toEqual(['clear', 'clear'])
    expect(cellAction(press('1', { ctrlKey: true }))).toBeUndefined()
    expect(cellAction(press('Tab'))).toBeUndefined()
  })
})
