import { expect, test } from 'vitest'
import { newForm, troubleIn } from './share-form.ts'

test('a link that is to end on a day is not made without one', () => {
  const form = { ...newForm({}, [], true), life: 'date' as const, lastDay: '' }
  expect(troubleIn(form, Date.UTC(2026, 10, 22))).toBe('badDates')
  expect(troubleIn({ ...form, lastDay: '2026-12-01' }, Date.UTC(2026, 10, 22))).toBeUndefined()
  expect(troubleIn({ ...form, life: 'never' }, Date.UTC(2026, 10, 22))).toBeUndefined()
})
