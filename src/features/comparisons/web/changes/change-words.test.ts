import { expect, test } from 'vitest'
import { changeWords } from './change-words.ts'

const at = { from: 72, to: 90 }

test.each([
  [{ ...at, kind: 'level', low: 500, high: 4000, decibels: 1.5 }, 'Mids +1.5 dB'],
  [{ ...at, kind: 'level', low: 40, high: 400, decibels: -1.2 }, 'Low end to low mids −1.2 dB'],
  [{ ...at, kind: 'level', low: null, high: null, decibels: -3 }, 'Level −3.0 dB'],
  [{ ...at, kind: 'muted', low: null, high: null, decibels: null }, 'Muted'],
  [{ ...at, kind: 'added', low: 6000, high: 16_000, decibels: null }, 'Highs new'],
] as const)('a change is said in a word or two', (change, words) => {
  expect(changeWords(change)).toBe(words)
})
