import { expect, test } from 'vitest'
import { closeness, excerptOf, hasWords, searchWords } from './search-words.ts'

test('words are sought apart, in any letter case, each once', () => {
  expect(searchWords('  Kick KICK  drum\n')).toEqual(['kick', 'drum'])
  expect(hasWords('The drum, then the KICK', searchWords('kick drum'))).toBe(true)
  expect(hasWords('The kick', searchWords('kick drum'))).toBe(false)
  expect(searchWords(' \t')).toEqual([])
})

test('what begins with the words is closest', () => {
  expect(['Kiln', 'The kiln', 'Makiln'].map((title) => closeness(title, ['kil']))).toEqual([0, 1, 2])
})

test('an excerpt shows the words it was found by', () => {
  const long = `${'before '.repeat(40)}the snare rings ${'after '.repeat(40)}`
  const excerpt = excerptOf(long, ['snare'])
  expect(excerpt).toMatch(/^….*snare rings.*…$/)
  expect(excerpt.length).toBeLessThanOrEqual(122)
  expect(excerptOf('Kick\n and  bass', ['bass'])).toBe('Kick and bass')
  expect(excerptOf(long, ['nowhere'])).toMatch(/^before .*…$/)
})
