import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closenessOf, fuzzyRanked, fuzzyScore, namesIt } from './fuzzy-match.ts'

const commands = [
  'Mark note as fixed',
  'My tasks',
  'Match loudness',
  'Mute',
  'Next open note',
  'New project',
  'Import markers…',
]
const ranked = (typed: string) => fuzzyRanked(commands, typed, (name) => name)

test('letters in their order are enough, at beginnings of words best', () => {
  expect(ranked('mt')[0]).toBe('My tasks')
  expect(ranked('non')[0]).toBe('Next open note')
  expect(ranked('mu')[0]).toBe('Mute')
  expect(ranked('markers')).toEqual(['Import markers…'])
  expect(ranked('xyz')).toEqual([])
  expect(ranked('ores')).toEqual([])
})

test('nothing typed leaves the order as it is, and letter case and spaces do not matter', () => {
  expect(ranked('')).toEqual(commands)
  expect(ranked('NEW PRO')[0]).toBe('New project')
})

test('what is in a name as it stands is always found', () => {
  const letters = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'abcXYZ é-1'), minLength, maxLength })
  const holds = fc.property(
    letters(0, 20),
    letters(3, 8).filter((typed) => /^\w{2}/.test(typed)),
    letters(0, 8),
    (before, typed, after) => fuzzyScore(`${before}${typed}${after}`, typed) !== null,
  )
  expect(fc.check(holds).failed).toBe(false)
})

test.each([
  ['Kite', 'kite', 'same'],
  ['Kité', ' KITE ', 'same'],
  ['Kite (instrumental)', 'kite', 'begins'],
  ['Red Kite', 'kite', 'words'],
  ['The kite-flyer', 'flyer kite', 'words'],
  ['Marrakiteers', 'kite', 'within'],
  ['Talk a note while it is held', 'tan', 'scattered'],
  ['Kite', 'xyz', null],
  ['T', 't', 'same'],
  ['To the start', 't', 'begins'],
])('%s answers to “%s”: %s', (name, typed, closeness) => expect(closenessOf(name, typed)).toBe(closeness))

test('what must be meant is asked for by its own words from its beginning, not by letters that happen to fit', () => {
  const talk = 'Talk a note while it is held'
  expect(['kite', 'tan', 't', 'ta', 'a', 'note', 'held'].filter((typed) => namesIt(talk, typed))).toEqual([])
  expect(['talk', 'Talk a', talk].filter((typed) => namesIt(talk, typed))).toHaveLength(3)
})
