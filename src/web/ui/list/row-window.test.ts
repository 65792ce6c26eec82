import { describe, expect, test } from 'vitest'
import { rowAt, rowOffsets, rowsIn, withPinned } from './row-window.ts'

const keys = Array.from({ length: 1000 }, (_, i) => `${i}`)
const offsets = rowOffsets(keys, new Map([['0', 300]]), 100)
const nothing = { first: 0, last: -1 }

test('rows begin where those before them end, measured or guessed', () => {
  expect([offsets[0], offsets[1], offsets[2], offsets[1000]]).toEqual([0, 300, 400, 100_200])
})

test('a place lies in one row', () => {
  expect([-5, 0, 299, 300, 100_199, 200_000].map((at) => rowAt(offsets, at))).toEqual([0, 0, 0, 1, 999, 999])
})

describe('a window', () => {
  test('holds what is seen and some more', () => {
    const { first, last } = rowsIn(offsets, { top: 50_000, bottom: 50_800 }, nothing)
    expect(offsets[first]).toBeLessThanOrEqual(50_000 - 800)
    expect(offsets[last]).toBeGreaterThanOrEqual(50_800 + 800)
    expect(last - first).toBeLessThan(40)
  })
  test('stays while one scrolls a little, and moves before one sees its end', () => {
    const before = rowsIn(offsets, { top: 50_000, bottom: 50_800 }, nothing)
    expect(rowsIn(offsets, { top: 50_400, bottom: 51_200 }, before)).toBe(before)
    expect(rowsIn(offsets, { top: 50_900, bottom: 51_700 }, before)).not.toEqual(before)
  })
  test('ends with the list', () => {
    expect(rowsIn(offsets, { top: 99_800, bottom: 100_600 }, nothing).last).toBe(999)
    expect(rowsIn(rowOffsets(['a'], new Map(), 100), { top: 0, bottom: 800 }, { first: 0, last: 500 })).toEqual({
      first: 0,
      last: 0,
    })
  })
  test('is never as long as everything, whatever was ready before', () => {
    const { first, last } = rowsIn(offsets, { top: 0, bottom: 800 }, { first: 0, last: 999 })
    expect(last - first).toBeLessThan(40)
  })
})

test('pinned rows stand in their order', () => {
  expect(withPinned({ first: 4, last: 6 }, [900, 5, 1], 1000)).toEqual([1, 4, 5, 6, 900])
  expect(withPinned({ first: 4, last: 6 }, [900], 6)).toEqual([4, 5])
})
