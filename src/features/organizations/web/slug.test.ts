import { expect, test } from 'vitest'
import { isSlug, slugFor } from './slug.ts'

test.each([
  ['Harbour Row Studio', 'harbour-row-studio'],
  ['  Città & Söhne!  ', 'citta-sohne'],
  ['Große Straße', 'grosse-strasse'],
  ['音楽', ''],
  ['x'.repeat(80), 'x'.repeat(50)],
])('%s is proposed as %s', (name, slug) => {
  expect(slugFor(name)).toBe(slug)
})

test('whatever is proposed may be used, and what people type must look like it', () => {
  expect(['harbour-row', 'a', '2049'].every(isSlug)).toBe(true)
  expect(['', '-a', 'a-', 'a--b', 'A', 'a b', 'ä', 'a'.repeat(51)].some(isSlug)).toBe(false)
})
