import { expect, test } from 'vitest'
import { ROW_FIELDS, dynamicsRows } from '#audio/dynamics-rows.ts'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { correlationWords, dynamicsPicture, loudnessPicture, stereoPicture } from './lane-curves.ts'

const SECONDS = 10
const energyOf = (lufs: number) => 10 ** ((lufs + 0.691) / 10)

/** At −14 LUFS with peaks of −2 dBTP; left and right are `product` alike. */
function grid(product: (at: number) => number): EnergyGrid {
  const quadruples = Float32Array.from({ length: SECONDS * 10 * ROW_FIELDS }, (_, i) =>
    i % ROW_FIELDS === 0
      ? 10 ** (-2 / 20)
      : i % ROW_FIELDS === 3
        ? 0.02 * product(Math.floor(i / ROW_FIELDS) / 10)
        : 0.02,
  )
  return {
    sampleRate: 48_000,
    totalFrames: SECONDS * 48_000,
    cells: new Float32Array(SECONDS * 100).fill(energyOf(-14)),
    rows: dynamicsRows(quadruples),
  }
}

test('each curve says its figures at a moment, and nothing where there are none', () => {
  const steady = grid(() => 0.5)
  expect(loudnessPicture(steady.cells, -14).curve.wordsAt(5)).toBe('−14.0 LUFS')
  expect(dynamicsPicture(steady)?.curve.wordsAt(5)).toBe('PSR 12.0 dB')
  // Side against mid: (2 − 1) / (2 + 1).
  expect(stereoPicture(steady)?.curve.wordsAt(5)).toBe('Correlation +0.50 · width −4.8 dB')
  expect(dynamicsPicture(steady)?.curve.wordsAt(1)).toBe('')
  expect(stereoPicture(steady)?.curve.wordsAt(0.5)).toBe('')
})

test('mono has no width', () => {
  expect(stereoPicture(grid(() => 1))?.curve.wordsAt(5)).toBe('Correlation +1.00 · width none')
})

test('correlation is +1 at the top and −1 at the bottom, and below zero it is marked', () => {
  const picture = stereoPicture(grid((at) => (at < 5 ? 1 : -1)))
  const heightsAt = (at: number) => picture?.curve.lines.map(({ heightAt }) => heightAt(at))
  // Width, what is below zero, correlation, and its red line.
  expect(heightsAt(4)).toEqual([1, undefined, expect.closeTo(0.08), undefined])
  expect(heightsAt(8)).toEqual([0, expect.closeTo(0.92), expect.closeTo(0.92), expect.closeTo(0.92)])
})

test('a version of an older release has neither', () => {
  const old = { ...grid(() => 0), rows: null }
  expect([dynamicsPicture(old), stereoPicture(old)]).toEqual([null, null])
})

test('correlation is signed except at zero', () => {
  expect([0.834, -0.2, 0.001, -0.001].map(correlationWords)).toEqual(['+0.83', '−0.20', '0.00', '0.00'])
})
