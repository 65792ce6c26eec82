import { expect, test } from 'vitest'
import { approvedWords, dueWords } from './review-people.ts'

const said = (name: string, state: 'pending' | 'approved' | 'changes' | 'cancelled', isAsked = true) => ({
  name,
  state,
  isAsked,
})

test('two of three have approved; who is no longer asked does not count', () => {
  expect(
    approvedWords([
      said('Jo', 'approved'),
      said('Ana', 'pending'),
      said('Ed', 'approved'),
      said('Lin', 'cancelled'),
      said('Tess (guest)', 'approved', false),
    ]),
  ).toBe('2 of 3 approved')
})

test('what nobody asked for is no count of what was asked', () => {
  const tess = said('Tess (guest)', 'approved', false)
  expect(approvedWords([tess])).toBe('Approved by Tess')
  expect(approvedWords([tess, said('Sam (guest)', 'approved', false)])).toBe('2 approvals')
  expect(approvedWords([tess, said('Sam (guest)', 'changes', false)])).toBe('Sam asked for changes')
})

test('a day is over when it is, where the reader is', () => {
  expect(dueWords('2026-11-28', new Date(2026, 10, 28, 23, 59).getTime())).toMatch(/^due /)
  expect(dueWords('2026-11-28', new Date(2026, 10, 29).getTime())).toMatch(/^was due /)
})
