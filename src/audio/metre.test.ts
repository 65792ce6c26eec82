import { expect, test } from 'vitest'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { metreOf } from '#audio/tempo.ts'

/** Clicks, the first of each bar louder. */
const clicks = (beatsPerBar: number, beatsPerMinute = 120, seconds = 60) => {
  const cells = new Float32Array(seconds * CELLS_PER_SECOND).fill(1e-7)
  for (let beat = 0; (beat * 60) / beatsPerMinute < seconds; beat++)
    cells.fill(
      beat % beatsPerBar === 0 ? 0.1 : 0.001,
      Math.round((beat * 60 * CELLS_PER_SECOND) / beatsPerMinute),
      Math.round((beat * 60 * CELLS_PER_SECOND) / beatsPerMinute) + 6,
    )
  return cells
}

test('bars of three and of four are told apart by what repeats', () => {
  expect([metreOf(clicks(3), 120), metreOf(clicks(4), 120)]).toEqual([3, 4])
})

test('of beats that are all alike, nothing is said, nor of silence', () => {
  expect([metreOf(clicks(1), 120), metreOf(new Float32Array(6000), 120)]).toEqual([null, null])
})
