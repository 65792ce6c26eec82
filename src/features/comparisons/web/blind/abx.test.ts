import { expect, test } from 'vitest'
import { answerAbx, chanceOfAtLeast, countRight, startAbx, type AbxSide } from './abx.ts'
import { randomBelow, shuffled } from './random-choice.ts'

const playing = (sides: readonly AbxSide[]) => {
  const rest = [...sides]
  return () => rest.shift() ?? 'a'
}

test('an answer counts against what X was when it was given', () => {
  const pick = playing(['a', 'b', 'b'])
  const test = answerAbx(answerAbx(startAbx(pick), 'a', pick), 'a', pick)
  expect(test.trials).toEqual([
    { hidden: 'a', answer: 'a' },
    { hidden: 'b', answer: 'a' },
  ])
  expect([countRight(test), test.hidden]).toEqual([1, 'b'])
})

test.each([
  [9, 12, 299 / 4096],
  [12, 12, 1 / 4096],
  [0, 7, 1],
  [8, 10, 56 / 1024],
  [0, 0, 1],
])('%i right of %i happen by chance with the binomial probability', (right, trials, chance) => {
  expect(chanceOfAtLeast(right, trials)).toBeCloseTo(chance, 12)
})

test('a thousand trials are still counted exactly enough', () => {
  expect(chanceOfAtLeast(500, 1000)).toBeCloseTo(0.512612, 5)
})

test('every order of four letters comes up about as often', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 24_000; i++) {
    const order = shuffled(['A', 'B', 'C', 'D']).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  // Six standard deviations: a fair shuffle fails this less than once in many million runs.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
})

test('a number below three is one of three', () => {
  expect(new Set(Array.from({ length: 200 }, () => randomBelow(3)))).toEqual(new Set([0, 1, 2]))
})
