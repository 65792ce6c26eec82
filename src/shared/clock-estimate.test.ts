import { expect, test } from 'vitest'
import { bestEstimate, type ClockSample } from './clock-estimate.ts'

/** The server's clock is ahead by `ahead`; the question takes `there`, the answer `back`. */
function asked(sent: number, there: number, back: number, ahead = 5_000): ClockSample {
  return { sent, at: sent + there + ahead, received: sent + there + back }
}

test('without an answer nothing is known', () => expect(bestEstimate([])).toBeUndefined())

test('ways of equal length give the offset exactly', () => {
  expect(bestEstimate([asked(100, 8, 8)])).toEqual({ offsetMs: 5_000, uncertaintyMs: 8 })
})

test('answers that were held up do not count', () => {
  const samples = [
    asked(0, 90, 2),
    asked(60, 3, 3),
    asked(120, 4, 200),
    asked(180, 2, 2),
    asked(240, 45, 3),
    asked(300, 2, 3),
  ]
  const { offsetMs, uncertaintyMs } = bestEstimate(samples) ?? { offsetMs: 0, uncertaintyMs: 0 }
  expect(Math.abs(offsetMs - 5_000)).toBeLessThanOrEqual(0.5)
  expect(uncertaintyMs).toBeLessThan(3)
})

test('however unlike the ways are, the truth lies within the uncertainty', () => {
  let seed = 7
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let round = 0; round < 200; round++) {
    const samples = Array.from({ length: 9 }, (_, i) => asked(i * 60, chance() * 40, chance() * 40))
    const { offsetMs, uncertaintyMs } = bestEstimate(samples) ?? { offsetMs: 0, uncertaintyMs: 0 }
    expect(Math.abs(offsetMs - 5_000)).toBeLessThanOrEqual(uncertaintyMs + 1e-6)
  }
})
