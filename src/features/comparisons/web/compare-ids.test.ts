import { expect, test } from 'vitest'
import { compareIds, compareText } from './compare-ids.ts'

test('an address names up to four versions, each once and in its order', () => {
  expect(compareIds('b,a,b,c,d,e')).toEqual(['b', 'a', 'c', 'd'])
  expect(compareText(['b', 'a'])).toBe('b,a')
})

test('what is no id is dropped, so that a mangled link still opens', () => {
  expect(compareIds('a,,<script>, c,')).toEqual(['a'])
  expect(compareIds(undefined)).toEqual([])
})
