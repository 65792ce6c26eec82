import { expect, test } from 'vitest'
import { parseRange, rangeText } from './task-range-text.ts'

test.each([
  ['', null, null],
  ['1:04.6', 64.6, null],
  ['1:04.6 – 1:16.8', 64.6, 76.8],
  ['1:04.6-1:16.8', 64.6, 76.8],
])('%j is a place on the track', (typed, fromSeconds, toSeconds) => {
  expect(parseRange(typed)).toEqual({ fromSeconds, toSeconds })
})

test('what is shown can be typed', () => {
  expect(parseRange(rangeText(64.6, 76.8))).toEqual({ fromSeconds: 64.6, toSeconds: 76.8 })
})

test.each([
  ['late', 'noTime'],
  ['1 – 2 – 3', 'noTime'],
  ['– 0:05', 'startMissing'],
  ['0:05 – 0:02', 'endBeforeStart'],
])('%j is none: %s', (typed, wrong) => {
  expect(parseRange(typed)).toBe(wrong)
})
