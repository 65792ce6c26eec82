import { expect, test } from 'vitest'
import { agreesUntil, ownFrame, placedEnd } from './source-placement.ts'

const cut = {
  offset: 0,
  pieces: [
    { from: -Infinity, to: 240, offset: 0 },
    { from: 320, to: Infinity, offset: -80 },
  ],
}

test('a frame of the clock is its own frame, or none in a gap', () => {
  expect([239, 240, 319, 320].map((frame) => ownFrame(cut, frame))).toEqual([239, undefined, undefined, 240])
  expect(ownFrame({ offset: 12 }, 30)).toBe(42)
})

test('the end is where its last sample plays', () => {
  expect(placedEnd(cut, 520)).toBe(600)
  expect(placedEnd(cut, 100)).toBe(100)
  expect(placedEnd({ offset: -5 }, 100)).toBe(105)
  expect(placedEnd({ offset: 0, pieces: [] }, 100)).toBe(0)
})

test('two placements agree until the first seam that only one of them has', () => {
  expect(agreesUntil({ offset: 5 }, { offset: 2 }, 3, 0)).toBe(Infinity)
  expect(agreesUntil({ offset: 5 }, { offset: 3 }, 3, 0)).toBe(0)
  expect(agreesUntil({ offset: 0 }, cut, 0, 100)).toBe(240)
  expect(agreesUntil({ offset: 0 }, cut, 80, 400)).toBe(Infinity)
  expect(agreesUntil({ offset: -80 }, cut, 0, 100)).toBe(100)
  // Both are silent in the gap.
  expect(agreesUntil(cut, cut, 0, 100)).toBe(Infinity)
})
