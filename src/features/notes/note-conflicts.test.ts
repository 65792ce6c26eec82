import { expect, test } from 'vitest'
import { fastestOf } from '#testing/fastest-of.ts'
import { conflictsOf } from './note-conflicts.ts'
import { placedNotes, type PlacedNote } from './note-order.ts'
import { sampleNote } from './note-sample.ts'
import type { Note } from './notes.contract.ts'

const louder = { part: 'Vocals', direction: 'more', authorId: 'cora' } as const
const softer = { part: 'Vocals', direction: 'less', authorId: 'ed' } as const

function between(
  a: Partial<Note>,
  b: Partial<Note>,
  { from = 10, to = null as number | null, second = 11, secondTo = null as number | null } = {},
) {
  const place = (fromSeconds: number, toSeconds: number | null) => ({ fromSeconds, toSeconds, by: 'own' as const })
  const found = conflictsOf(
    placedNotes([
      sampleNote('a', from, { ...a, place: place(from, to) }),
      sampleNote('b', second, { ...b, place: place(second, secondTo) }),
    ]),
  )
  return Object.fromEntries([...found].map(([id, others]) => [id, others.map((other: PlacedNote) => other.id)]))
}

const both = { a: ['b'], b: ['a'] }

test('more and less of one part at one place contradict each other, seen from both', () => {
  expect(between(louder, softer)).toEqual(both)
  expect(between(softer, louder)).toEqual(both)
})

test('a moment speaks for two seconds on either side', () => {
  expect(between(louder, softer, { second: 13.9 })).toEqual(both)
  expect(between(louder, softer, { second: 14 })).toEqual({})
})

test('ranges must overlap, not only touch', () => {
  expect(between(louder, softer, { from: 10, to: 20, second: 19, secondTo: 25 })).toEqual(both)
  expect(between(louder, softer, { from: 10, to: 20, second: 20, secondTo: 25 })).toEqual({})
  expect(between(louder, softer, { from: 10, to: 20, second: 21.5 })).toEqual(both)
})

test.each<[string, Partial<Note>, Partial<Note>]>([
  ['of one person', louder, { ...softer, authorId: 'cora' }],
  ['of one mind', louder, { ...softer, direction: 'more' }],
  ['about different parts', louder, { ...softer, part: 'Bass' }],
  ['about no part', { ...louder, part: null }, { ...softer, part: null }],
  ['that asks for something else', louder, { ...softer, direction: 'change' }],
  ['that is fixed', louder, { ...softer, state: 'fixed' }],
])('none is with a note %s', (_, a, b) => expect(between(a, b)).toEqual({}))

test('the part is the same however it is written', () =>
  expect(between(louder, { ...softer, part: 'vocals' })).toEqual(both))

test('a crowd is told apart quickly, and nobody gets a list without an end', async () => {
  const crowd = placedNotes(
    Array.from({ length: 10_000 }, (_, i) =>
      sampleNote(`${i}`, i / 50, { ...(i % 2 ? louder : softer), authorId: `p${i % 7}` }),
    ),
  )
  expect(await fastestOf(3, () => conflictsOf(crowd))).toBeLessThan(2000)
  const found = conflictsOf(crowd)
  expect(found.size).toBeGreaterThan(9000)
  expect(Math.max(...[...found.values()].map((others) => others.length))).toBe(8)
})
