import { describe, expect, test } from 'vitest'
import {
  everyNote,
  filterNotes,
  facetsOf,
  inList,
  isFiltered,
  nextOpen,
  noteAt,
  noteTitle,
  placedNotes,
  sortNotes,
} from './note-order.ts'
import { sampleNote as note } from './note-sample.ts'
import type { Note } from './notes.contract.ts'

const ids = (notes: readonly Note[]) => notes.map(({ id }) => id)

describe('notes on a version', () => {
  const placed = placedNotes([
    note('bridge', 40),
    note('intro', 2),
    note('elsewhere', null),
    note('done', 20, { state: 'verified' }),
  ])

  test('follow the music, without those that are not on it', () => {
    expect(ids(placed)).toEqual(['intro', 'done', 'bridge'])
  })

  test('are walked from open one to open one, round at the ends', () => {
    expect(nextOpen(placed, 'intro', 0, 1)?.id).toBe('bridge')
    expect(nextOpen(placed, 'bridge', 0, 1)?.id).toBe('intro')
    expect(nextOpen(placed, 'bridge', 0, -1)?.id).toBe('intro')
  })

  test('are walked from where the music is when none is chosen', () => {
    expect(nextOpen(placed, undefined, 10, 1)?.id).toBe('bridge')
    expect(nextOpen(placed, undefined, 10, -1)?.id).toBe('intro')
    expect(nextOpen([], undefined, 10, 1)).toBeUndefined()
  })

  test('are followed while they are heard', () => {
    expect(noteAt(placed, 1)).toBeUndefined()
    expect(noteAt(placed, 25)?.id).toBe('done')
  })
})

test('the verified are listed only among all', () => {
  expect([
    inList('fixed', { state: 'verified' }),
    inList('open', { state: 'verified' }),
    inList('all', { state: 'verified' }),
  ]).toEqual([false, false, true])
})

test('notes are found by their author, and by words also of an answer', () => {
  const reply = {
    id: 'r',
    authorId: 'ed',
    authorName: 'Ed',
    body: 'Ducking the GUITAR',
    byGuest: false,
    mentions: [],
    reactions: [],
    attachments: [],
    createdAt: 0,
    editedAt: null,
  }
  const notes = [note('a', 1, { replies: [reply] }), note('b', 2, { authorId: 'ed' })]
  expect(ids(filterNotes(notes, { ...everyNote, find: 'guitar' }))).toEqual(['a'])
  expect(ids(filterNotes(notes, { ...everyNote, author: 'ed' }))).toEqual(['b'])
})

test('notes are found by their part, their version, and by being new', () => {
  const notes = [
    note('a', 1, { part: 'Vocals' }),
    note('b', 2, { part: 'Bass', version: { id: 'v2', number: 2 } }),
    note('c', 3),
  ]
  expect(ids(filterNotes(notes, { ...everyNote, part: 'vocals' }))).toEqual(['a'])
  expect(ids(filterNotes(notes, { ...everyNote, versionId: 'v2' }))).toEqual(['b'])
  expect(ids(filterNotes(notes, { ...everyNote, unread: true }, ({ id }) => id === 'c'))).toEqual(['c'])
  expect(ids(filterNotes(notes, everyNote))).toEqual(['a', 'b', 'c'])
  expect([
    isFiltered(everyNote),
    isFiltered({ ...everyNote, part: 'Bass' }),
    isFiltered({ ...everyNote, find: ' ' }),
  ]).toEqual([false, true, false])
})

test('the newest come first where one asks for them', () => {
  const notes = [note('a', 1, { createdAt: 5 }), note('b', 2, { createdAt: 9 })]
  expect([ids(sortNotes(notes, 'time')), ids(sortNotes(notes, 'newest'))]).toEqual([
    ['a', 'b'],
    ['b', 'a'],
  ])
})

test('what there is to choose from is each named once, however it is written, and counted', () => {
  const notes = [
    note('a', 1, { part: 'Vocals' }),
    note('b', 2, { part: 'vocals', state: 'fixed' }),
    note('c', 3, { part: 'Bass', version: { id: 'v2', number: 2 }, state: 'verified' }),
    note('d', 4),
  ]
  expect(facetsOf(notes)).toEqual({
    counts: { open: 2, fixed: 1, all: 4 },
    parts: ['Bass', 'Vocals'],
    versions: [
      { id: 'v2', number: 2 },
      { id: 'v1', number: 1 },
    ],
  })
})

test('a title is the first line, cut at a word', () => {
  expect(noteTitle('Snare rings\nat 400 Hz')).toBe('Snare rings')
  expect(noteTitle('**Snare** rings `400`')).toBe('Snare rings 400')
  expect(noteTitle('The vocal goes under the guitars', 20)).toBe('The vocal goes…')
})
