import { expect, test } from 'vitest'
import { partGain } from './part-loudness.ts'

const part = (from: number, to: number, at: number) => ({ from, to, at, rate: 1, isExact: false, isSure: true })
/** Seconds of these levels, in dB. */
const grid = (...levels: readonly number[]) => ({
  cells: Float32Array.from({ length: levels.length * 100 }, (_, i) => 10 ** ((levels[Math.floor(i / 100)] ?? 0) / 10)),
})

// A quiet verse of ten seconds and a chorus of ten, and the chorus alone, 2 dB louder.
const first = grid(...Array(10).fill(-30), ...Array(10).fill(-12))
const second = grid(...Array(10).fill(-10))
const segments = [part(10, 20, 0)]

test('only what both have is measured, not the whole of each', () => {
  expect(partGain(segments, { first, second }, undefined)).toBeCloseTo(2, 5)
  expect(partGain([part(0, 10, 0)], { first: second, second }, undefined)).toBe(0)
})

test('of a loop, only that', () => {
  const uneven = grid(-10, -10, -10, -10, -10, -16, -16, -16, -16, -16)
  expect(partGain(segments, { first, second: uneven }, { from: 15, to: 20 })).toBeCloseTo(-4, 5)
  expect(partGain(segments, { first, second: uneven }, { from: 10, to: 15 })).toBeCloseTo(2, 5)
})

test('a loop outside, or too short for a measure, gives none', () => {
  expect(partGain(segments, { first, second }, { from: 2, to: 4 })).toBeNull()
  expect(partGain(segments, { first, second }, { from: 12, to: 12.2 })).toBeNull()
})
