import { expect, test } from 'vitest'
import { abxWords, percentWords } from './blind-words.ts'

test('nine of twelve is told with what chance would do', () => {
  expect(abxWords(9, 12)).toEqual({
    score: '9 of 12: chance alone does this well 7% of the time.',
    verdict: 'This does not show that you hear a difference. Nor does it show that there is none.',
  })
})

test('few answers, however right, allow no conclusion', () => {
  expect(abxWords(9, 9)).toEqual({
    score: '9 of 9. It takes at least 10 answers to draw a conclusion.',
    verdict: undefined,
  })
})

test('the rarer by chance, the more is claimed', () => {
  expect(abxWords(9, 10).verdict).toContain('may be more than chance')
  expect(abxWords(15, 16).verdict).toContain('very likely')
  expect(abxWords(2, 16).verdict).toContain('does not show')
})

test('small chances are never called none', () => {
  expect([0.5, 0.073, 0.0049, 0.0002].map(percentWords)).toEqual(['50%', '7%', '0.5%', 'less than 0.1%'])
})
