import { expect, test } from 'vitest'
import { approvedWords, dueWords } from './review-people.ts'

test('two of three have approved; who is no longer asked does not count', () => {
  expect(
    approvedWords([{ state: 'approved' }, { state: 'pending' }, { state: 'approved' }, { state: 'cancelled' }]),
  ).toBe('2 of 3 approved')
})

test('a day is over when it is, where the reader is', () => {
  expect(dueWords('2026-11-28', new Date(2026, 10, 28, 23, 59).getTime())).toMatch(/^due /)
  expect(dueWords('2026-11-28', new Date(2026, 10, 29).getTime())).toMatch(/^was due /)
})
