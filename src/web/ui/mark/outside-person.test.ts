import { expect, test } from 'vitest'
import { initials } from './initials.ts'
import { outsidePerson } from './outside-person.ts'

test('a guest looks the same, whether by the name they gave or by the one on record', () => {
  const [given, recorded] = [outsidePerson('g1', 'Tess Albright', true), outsidePerson('g1', 'Tess Albright (guest)')]
  expect(recorded).toEqual(given)
  expect(initials(recorded.name)).toBe('TA')
})

test('somebody who left is no guest', () => {
  expect(outsidePerson('u1', 'Jo Okafor')).toEqual({ name: 'Jo Okafor', imageUrl: null, colour: 8 })
})
