import { expect, test } from 'vitest'
import { QualityRule } from './quality-rule.ts'

const original = { musicBytesPerSecond: 200_000, bytesPerSecond: 100_000, aheadSeconds: 2 }

test('a line slower than the original gives way to Opus only when little lies ahead', () => {
  const rule = new QualityRule()
  expect(rule.isTooSlow(original, false)).toBe(true)
  expect(rule.isTooSlow({ ...original, aheadSeconds: 20 }, false)).toBe(false)
  expect(rule.isTooSlow({ ...original, aheadSeconds: 20 }, true)).toBe(true)
})

test('a line that keeps up stays with the original, stalled or not', () => {
  expect(new QualityRule().isTooSlow({ ...original, bytesPerSecond: 200_000 }, true)).toBe(false)
})

test('the original comes back after ten comfortable seconds, counted anew after each dip', () => {
  const rule = new QualityRule()
  rule.isTooSlow(original, true)
  const at = (bytesPerSecond: number, now: number) => rule.hasRecovered({ bytesPerSecond }, now)
  expect([
    at(400_000, 0),
    at(400_000, 9000),
    at(250_000, 9500),
    at(400_000, 10_000),
    at(400_000, 19_000),
    at(400_000, 20_000),
  ]).toEqual([false, false, false, false, false, true])
})

test('a line just above the original is not enough to come back', () => {
  const rule = new QualityRule()
  rule.isTooSlow(original, true)
  expect([0, 30_000].map((now) => rule.hasRecovered({ bytesPerSecond: 240_000 }, now))).toEqual([false, false])
})
