import { expect, test } from 'vitest'
import { text } from './text.ts'

const strings = {
  invited: '{name} invited you to {project}',
  tracks: { one: '{count} track', other: '{count} tracks' },
  notes: { zero: 'No open notes', one: 'One open note', other: '{count} open notes' },
  left: { one: '{count} file from {name}', other: '{count} files from {name}' },
} as const

test('names stand where the sentence wants them, whatever signs they hold', () => {
  expect(text(strings.invited, { name: 'Jo $& {project}', project: 'Low Tide' })).toBe(
    'Jo $& {project} invited you to Low Tide',
  )
})

test('tracks are counted in the singular and the plural', () => {
  expect([0, 1, 8, 1134].map((count) => text(strings.tracks, { count }))).toEqual([
    '0 tracks',
    '1 track',
    '8 tracks',
    '1,134 tracks',
  ])
})

test('nothing may have words of its own', () => {
  expect([0, 1, 3].map((count) => text(strings.notes, { count }))).toEqual([
    'No open notes',
    'One open note',
    '3 open notes',
  ])
})

test('a counted sentence may name someone too', () => {
  expect(text(strings.left, { count: 2, name: 'Ines' })).toBe('2 files from Ines')
})

test('the compiler refuses a gap without a value, and a value without a gap', () => {
  // @ts-expect-error the project is missing
  expect(text(strings.invited, { name: 'Jo' })).toBe('Jo invited you to {project}')
  // @ts-expect-error the count is missing
  expect(text(strings.left, { name: 'Ines' })).toBe('{count} files from Ines')
  // @ts-expect-error nobody asked for a colour
  expect(text(strings.tracks, { count: 1, colour: 'red' })).toBe('1 track')
})
