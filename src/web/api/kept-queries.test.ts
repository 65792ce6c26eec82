import { expect, test } from 'vitest'
import { keptState } from './kept-queries.ts'

const day = 24 * 60 * 60_000
const kept = { timestamp: 1_000, buster: '/assets/query-A1.js', clientState: '{"mutations":[],"queries":[]}' }

test('what this build wrote within a day is restored', () => {
  expect(keptState(kept, '/assets/query-A1.js', 1_000 + day)).toEqual({ mutations: [], queries: [] })
})

test('what is older than 24 hours is discarded', () => {
  expect(keptState(kept, '/assets/query-A1.js', 1_001 + day)).toBeUndefined()
})

test('what another build wrote is discarded', () => {
  expect(keptState(kept, '/assets/query-B2.js', 2_000)).toBeUndefined()
})

test('damaged or foreign content is discarded', () => {
  for (const broken of [undefined, null, 'text', { timestamp: 1 }, { ...kept, clientState: '{' }, { ...kept, clientState: 5 }]) {
    expect(keptState(broken, '/assets/query-A1.js', 2_000)).toBeUndefined()
  }
})
