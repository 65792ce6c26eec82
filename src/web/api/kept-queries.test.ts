import { hydrate, QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { FailedRequest, networkFailure } from './failed-request.ts'
import { keptState, queriesToKeep } from './kept-queries.ts'

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
  for (const broken of [
    undefined,
    null,
    'text',
    { timestamp: 1 },
    { ...kept, clientState: '{' },
    { ...kept, clientState: 5 },
  ]) {
    expect(keptState(broken, '/assets/query-A1.js', 2_000)).toBeUndefined()
  }
})

describe('what is kept for the next visit', () => {
  const queryKey = ['notes']
  const away = [
    ['nobody answers', networkFailure()],
    ['a proxy answers', new FailedRequest({ status: 502, statusText: 'Bad Gateway' })],
    ['the server is in trouble', new FailedRequest({ status: 500, statusText: '' }, { code: 'internal' })],
  ] as const

  async function readAgain(client: QueryClient, error: unknown): Promise<void> {
    await client
      .fetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false, staleTime: 0 })
      .catch(() => undefined)
  }

  /** Simulates the next visit: it knows only what was written to storage. */
  function nextVisit(client: QueryClient, now = Date.now()): QueryClient {
    const next = new QueryClient()
    hydrate(next, JSON.parse(JSON.stringify(queriesToKeep(client, now))))
    return next
  }

  test.each(away)('stays over several visits while %s, and is read anew each time', async (_, error) => {
    let client = new QueryClient()
    client.setQueryData(queryKey, ['Kick is late'])
    for (let visit = 0; visit < 4; visit++) {
      await readAgain(client, error)
      client = nextVisit(client)
      expect(client.getQueryState(queryKey)).toMatchObject({
        data: ['Kick is late'],
        status: 'success',
        error: null,
        fetchStatus: 'idle',
        isInvalidated: true,
      })
    }
  })

  test('is no answer that the server has taken back since', async () => {
    const client = new QueryClient()
    client.setQueryData(queryKey, ['Kick is late'])
    await readAgain(client, new FailedRequest({ status: 404, statusText: '' }, { code: 'not_found' }))
    expect(queriesToKeep(client, Date.now()).queries).toEqual([])
  })

  test('is nothing that is older than a day, private, very long, or not there', async () => {
    const client = new QueryClient()
    client.setQueryData(['old'], 1, { updatedAt: Date.now() - day - 60_000 })
    client.setQueryData(
      ['long'],
      Array.from({ length: 1001 }, () => 1),
    )
    client.setQueryDefaults(['own'], { meta: { private: true } })
    client.setQueryData(['own'], 1)
    await readAgain(client, networkFailure())
    expect(queriesToKeep(client, Date.now()).queries).toEqual([])
  })
})
