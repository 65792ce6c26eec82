import { expect, test } from 'vitest'
import { touchedSince, touchNote } from './touched-notes.ts'

test('a list that was never read to the end is read as a whole', () => {
  touchNote('p1', 'a')
  expect(touchedSince('p1', 'p1 v1').ids).toBeUndefined()
})

test('afterwards what was touched is read again, each once, until it has been read', () => {
  touchedSince('p2', 'p2 v1').settle()
  touchNote('p2', 'a')
  touchNote('p2', 'b')
  touchNote('p2', 'a')
  const { ids, settle } = touchedSince('p2', 'p2 v1')
  expect(ids).toEqual(['a', 'b'])
  touchNote('p2', 'c')
  settle()
  expect(touchedSince('p2', 'p2 v1').ids).toEqual(['c'])
})

test('where all may have changed, or nobody says what, or it is too much, all is read', () => {
  touchedSince('p3', 'p3 v1').settle()
  expect(touchedSince('p3', 'p3 v1').ids).toBeUndefined()
  touchNote('p3', 'a')
  touchNote('p3', null)
  expect(touchedSince('p3', 'p3 v1').ids).toBeUndefined()
  touchedSince('p3', 'p3 v1').settle()
  for (let i = 0; i < 51; i++) touchNote('p3', `n${i}`)
  expect(touchedSince('p3', 'p3 v1').ids).toBeUndefined()
})

test('each list and each project is told apart', () => {
  touchedSince('p4', 'p4 v1').settle()
  touchNote('p4', 'a')
  touchNote('p5', 'x')
  expect(touchedSince('p4', 'p4 v1').ids).toEqual(['a'])
  expect(touchedSince('p4', 'p4 v2').ids).toBeUndefined()
})
