import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendRequest } from '#web/api/send-request.ts'
import { LiveClient } from './live-client.ts'
import { progressStore } from './progress-store.ts'

/** A connection that opens when the test says so. */
class StillSocket extends EventTarget {
  static readonly OPEN = 1
  static last: StillSocket
  readyState = 0
  readonly sent: string[] = []

  constructor() {
    super()
    StillSocket.last = this
  }

  send(message: string): void {
    this.sent.push(message)
  }

  close(): void {
    this.readyState = 3
  }
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', StillSocket)
  vi.stubGlobal('fetch', async () => Response.json({ name: 'High Tide' }))
  globalThis.firstAnswers = new Map([['/api/projects/p', Promise.resolve(Response.json({ name: 'Low Tide' }))]])
})
afterEach(() => {
  globalThis.firstAnswers = undefined
  vi.unstubAllGlobals()
})

test('what was read before the first event can come is not taken after it: the page asks anew', async () => {
  const client = new LiveClient({
    url: 'wss://mix.example/api/live',
    queries: new QueryClient(),
    rules: [],
    progress: progressStore(),
    onLost: () => expect.unreachable(),
    onUnauthorized: () => expect.unreachable(),
  })
  const leave = client.follow('project:p')
  StillSocket.last.readyState = StillSocket.OPEN
  StillSocket.last.dispatchEvent(new Event('open'))
  expect(StillSocket.last.sent[0]).toContain('project:p')
  expect(await sendRequest({ method: 'GET', url: '/api/projects/p' })).toEqual({ name: 'High Tide' })
  leave()
})

test('an answer that an event made stale is so before it could be stored, beside the cursor', () => {
  const event = { stream: 'project:p', seq: 5, kind: 'track.checked', actorId: null, at: 0, refs: {} }
  const queries = new QueryClient()
  queries.setQueryData(['live', 'project:p'], 4)
  queries.setQueryData(['tracks', 'p'], [{ state: 'being checked' }])
  const client = new LiveClient({
    url: 'wss://mix.example/api/live',
    queries,
    rules: [{ nouns: { track: () => [['tracks', 'p']] }, all: () => [] }],
    progress: progressStore(),
    onLost: () => expect.unreachable(),
    onUnauthorized: () => expect.unreachable(),
  })
  const leave = client.follow('project:p')
  StillSocket.last.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'event', event }) }))
  expect(queries.getQueryData(['live', 'project:p'])).toBe(5)
  expect(queries.getQueryState(['tracks', 'p'])?.isInvalidated).toBe(true)
  leave()
})
