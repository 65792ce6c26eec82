import { expect, test } from 'vitest'
import { AnswersAtHand } from './answers-at-hand.ts'

test('the latest answer with a tag is at hand, by its URL', () => {
  const answers = new AnswersAtHand()
  answers.keep('/api/projects/a', '"1"', 'first')
  answers.keep('/api/projects/b', '"2"', 'other')
  answers.keep('/api/projects/a', '"3"', 'second')
  expect([answers.find('/api/projects/a'), answers.find('/api/projects/b'), answers.find('/api/none')]).toEqual([
    { etag: '"3"', text: 'second' },
    { etag: '"2"', text: 'other' },
    undefined,
  ])
})

test('an answer without a tag takes the earlier one away', () => {
  const answers = new AnswersAtHand()
  answers.keep('/api/projects/a', '"1"', 'first')
  answers.keep('/api/projects/a', null, 'now short')
  expect(answers.find('/api/projects/a')).toBeUndefined()
})

test('what was asked for longest ago makes space', () => {
  const answers = new AnswersAtHand()
  const large = 'x'.repeat(1_500_000)
  answers.keep('/a', '"1"', large)
  answers.keep('/b', '"2"', large)
  answers.find('/a')
  answers.keep('/c', '"3"', large)
  expect(['/a', '/b', '/c'].map((url) => answers.find(url)?.etag)).toEqual(['"1"', undefined, '"3"'])
  answers.keep('/d', '"4"', 'x'.repeat(4_000_001))
  expect(answers.find('/d')).toBeUndefined()
  expect(answers.find('/c')?.etag).toBe('"3"')
})
