import { expect, test } from 'vitest'
import { isMissingCode } from './missing-code.ts'

test.each([
  'Failed to fetch dynamically imported module: https://mix.example/assets/TrackSlot-1a2b.js',
  'error loading dynamically imported module: https://mix.example/assets/TrackSlot-1a2b.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/TrackSlot-1a2b.css',
])('a page from before an update knows that its code is gone: %s', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
})

test('a refused request is not missing code', () => {
  expect(isMissingCode(new Error('This does not exist, or you have no access to it.'))).toBe(false)
  expect(isMissingCode('Importing a module script failed.')).toBe(false)
})
