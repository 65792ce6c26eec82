import { expect, test } from 'vitest'
import { changedSince, markNoteChanged } from './changed-notes.ts'

test('a list that was never read to the end is read as a whole', () => {
  markNoteChanged('p1', 'a')
  expect(changedSince('p1', 'p1 v1').ids).toBeUndefined()
})

test('afterwards what was touched is read again, each once, until it has been read', () => {
  changedSince('p2', 'p2 v1').settle()
  markNoteChanged('p2', 'a')
  markNoteChanged('p2', 'b')
  markNoteChanged('p2', 'a')
  const { ids, settle } = changedSince('p2', 'p2 v1')
  expect(ids).toEqual(['a', 'b'])
  markNoteChanged('p2', 'c')
  settle()
  expect(changedSince('p2', 'p2 v1').ids).toEqual(['c'])
})

test('where all may have changed, or nobody says what, or it is too much, all is read', () => {
  changedSince('p3', 'p3 v1').settle()
  expect(changedSince('p3', 'p3 v1').ids).toBeUndefined()
  markNoteChanged('p3', 'a')
  markNoteChanged('p3', null)
  expect(changedSince('p3', 'p3 v1').ids).toBeUndefined()
  changedSince('p3', 'p3 v1').settle()
  for (let i = 0; i < 51; i++) markNoteChanged('p3', `n${i}`)
  expect(changedSince('p3', 'p3 v1').ids).toBeUndefined()
})

test('each list and each project is told apart', () => {
  changedSince('p4', 'p4 v1').settle()
  markNoteChanged('p4', 'a')
  markNoteChanged('p5', 'x')
  expect(changedSince('p4', 'p4 v1').ids).toEqual(['a'])
  expect(changedSince('p4', 'p4 v2').ids).toBeUndefined()
})
