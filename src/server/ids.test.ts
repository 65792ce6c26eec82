import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids have 26 characters of the alphabet, and no two are alike', () => {
  const ids = Array.from({ length: 2000 }, newId)
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids) expect(id).toMatch(/^[a-z2-7]{26}$/)
})

test('every place has every character', () => {
  const ids = Array.from({ length: 2000 }, newId)
  for (let place = 0; place < 26; place++) expect(new Set(ids.map((id) => id[place])).size, `${place}`).toBe(32)
})
