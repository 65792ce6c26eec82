import { expect, test } from 'vitest'
import { followed } from './wave-follow.ts'
import { showRange, wholeView } from './wave-view.ts'

/** 10 s to 20 s of a recording of 100 s, on 1000 px. */
const view = showRange(wholeView(4_800_000, 48_000, 1000), 480_000, 960_000)

test('the page turns when the playhead runs out of it, and not when it jumps', () => {
  expect(followed(view, 'page', 19.99, 20.01).startFrame).toBeCloseTo(20.01 * 48_000)
  expect(followed(view, 'page', 15, 15.02)).toBe(view)
  expect(followed(view, 'page', 15, 40)).toBe(view)
})

test('in the centre the music runs by under the playhead, in whole pixels', () => {
  const next = followed(view, 'centre', 16, 16.0123)
  expect((next.startFrame - view.startFrame) / view.framesPerPx).toBeCloseTo(101)
  expect(followed(view, 'centre', 2, 2.01).startFrame).toBe(0)
})

test('switched off, and while it rests, the view stays', () => {
  expect(followed(view, 'off', 19.99, 20.01)).toBe(view)
  expect(followed(view, 'centre', 16, 16)).toBe(view)
})
