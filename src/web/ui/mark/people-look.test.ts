import { expect, test } from 'vitest'
import { artPicture } from './art-picture.ts'
import { authorColour, authorToken } from './author-colour.ts'
import { describeError } from '../page/describe-error.ts'
import { initials } from './initials.ts'

test('people are known by two letters', () => {
  expect(
    ['Ines Duarte', 'mara lindqvist', 'Jo Anne Okafor', 'Prince', 'Ö', 'J. Okafor', 'Jean-Luc Picard'].map(initials),
  ).toEqual(['ID', 'ML', 'JO', 'PR', 'Ö', 'JO', 'JP'])
})

test('names in signs need fewer of them, and accents stay on their letter', () => {
  expect(['坂本', '坂本 龍一', 'E\u0301ric Satie'].map(initials)).toEqual(['坂', '坂龍', 'E\u0301S'])
})

test('an address stands in for a name, and nothing for nothing', () => {
  expect(['tove.sund@harbourrow.studio', '', ' () ', '🎸'].map(initials)).toEqual(['TS', '?', '?', '?'])
})

test('colours follow the order of joining, and the ninth person shares the first one’s', () => {
  expect([0, 1, 7, 8, 17].map(authorColour)).toEqual([1, 2, 8, 1, 2])
  expect(authorToken(authorColour(2))).toBe('var(--c-a3)')
})

test('a project keeps its cover, and projects differ', () => {
  expect(artPicture('low-tide')).toEqual(artPicture('low-tide'))
  const covers = Array.from({ length: 60 }, (_, index) => JSON.stringify(artPicture(`project-${index}`)))
  expect(new Set(covers).size).toBeGreaterThan(45)
})

test('an error is told with its code, its status and what caused it', () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  const error = Object.assign(new Error('Could not load the project', { cause }), { status: 502 })
  expect(describeError(error)).toBe('Error: Could not load the project · 502\nError: socket hang up · ECONNRESET')
  expect([describeError('nope'), describeError({ message: 'Gone', status: 410 }), describeError(undefined)]).toEqual([
    'nope',
    'Gone · 410',
    'undefined',
  ])
})
