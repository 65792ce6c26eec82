import { expect, test } from 'vitest'
import { arrivalOf, type CursorStore } from './stream-cursors.ts'

function cursors(start: Readonly<Record<string, number>> = {}): CursorStore {
  const seqs = new Map<string, number>(Object.entries(start))
  return { read: (stream) => seqs.get(stream) ?? null, write: (stream, seq) => void seqs.set(stream, seq) }
}

test('events in their order are new, each once', () => {
  const store = cursors({ 'project:low-tide': 4 })
  const arrivals = [5, 6, 6, 5, 7].map((seq) => arrivalOf(store, 'project:low-tide', seq))
  expect(arrivals).toEqual(['new', 'new', 'known', 'known', 'new'])
})

test('a missing number is noticed, and counting goes on from there', () => {
  const store = cursors({ 'project:low-tide': 4 })
  expect([arrivalOf(store, 'project:low-tide', 7), arrivalOf(store, 'project:low-tide', 8)]).toEqual([
    'after-a-gap',
    'new',
  ])
})

test('each stream counts for itself', () => {
  const store = cursors({ 'project:low-tide': 4, 'user:olga': 9 })
  expect([arrivalOf(store, 'user:olga', 10), arrivalOf(store, 'project:low-tide', 5)]).toEqual(['new', 'new'])
})

test('the first event of a stream nobody followed yet is new', () => {
  expect(arrivalOf(cursors(), 'user:ed', 31)).toBe('new')
})
