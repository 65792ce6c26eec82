import { expect, test } from 'vitest'
import { visibilitiesFor } from './note-visibility.ts'

test('guests see what is for everyone and nothing else', () => {
  expect(visibilitiesFor('guests')).toEqual(['everyone'])
  expect(visibilitiesFor('members')).toEqual(['everyone', 'members'])
})
