import { expect, test } from 'vitest'
import { energySums, loudnessHeight, shortTermAt } from './loudness-curve.ts'

/** Ten seconds at −23 LUFS, then ten at −13, then silence. */
const energy = (lufs: number) => 10 ** ((lufs + 0.691) / 10)
const cells = Float32Array.from({ length: 3000 }, (_, i) => (i < 1000 ? energy(-23) : i < 2000 ? energy(-13) : 0))
const sums = energySums(cells)

test('the curve shows what a meter shows at that moment: the three seconds before it', () => {
  expect(shortTermAt(sums, 2.9)).toBeUndefined()
  expect(shortTermAt(sums, 3)).toBeCloseTo(-23, 4)
  expect(shortTermAt(sums, 10)).toBeCloseTo(-23, 4)
  // One of three seconds is ten times as strong: 10 lg 4 above.
  expect(shortTermAt(sums, 11)).toBeCloseTo(-23 + 10 * Math.log10(4), 4)
  expect(shortTermAt(sums, 13)).toBeCloseTo(-13, 4)
})

test('silence and what lies past the end have no loudness', () => {
  expect(shortTermAt(sums, 24)).toBeUndefined()
  expect(shortTermAt(sums, 31)).toBeUndefined()
})

test('the lane reaches from −4 to −28 LUFS', () => {
  expect([-4, -16, -28, 0, -60].map(loudnessHeight)).toEqual([0, 0.5, 1, 0, 1])
})
