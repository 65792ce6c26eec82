import { expect, test } from 'vitest'
import { meterMarks, meterPlace } from './meter-scale.ts'

test('levels stand where the scale says, and between marks in proportion', () => {
  expect(meterMarks.map((level) => Math.round(meterPlace(level) * 100))).toEqual([3, 10, 17, 31, 42, 54, 74, 93])
  expect(meterPlace(-9)).toBeCloseTo(0.24)
})

test('what is off the scale stays at its ends', () => {
  expect([6, 1.5, -54, -90, -Infinity].map(meterPlace)).toEqual([0, 0, 1, 1, 1])
})
