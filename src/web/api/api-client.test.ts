import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { projectRoutes } from '#features/projects/projects.contract.ts'
import { client } from './api-client.ts'
import { apiUrl } from './api-url.ts'
import { idempotencyKeys } from './idempotency-keys.ts'

const api = client<typeof projectRoutes>()
const sent: { url: string; init: RequestInit }[] = []
let answers: (() => Response)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keyOf = (index: number) => new Headers(sent[index]?.init.headers).get('idempotency-key')
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const made = (id: string) => () => Response.json({ id })

test('a new project is asked for under one key however often the network drops', async () => {
  answers = [lost, () => Response.json({ code: 'busy', message: 'Later.' }, { status: 503 }), made('p1')]
  const asked = api('POST /api/projects', { body: { name: 'Low Tide' } })
  await vi.runAllTimersAsync()
  expect(await asked).toEqual({ id: 'p1' })
  expect(sent).toHaveLength(3)
  expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(1)
})

test('pressing the button again after losing the network is one request; two albums of one name are two', async () => {
  answers = [lost, lost, lost]
  const first = api('POST /api/projects', { body: { name: 'Singles' } }).catch(() => 'lost')
  await vi.runAllTimersAsync()
  expect(await first).toBe('lost')
  answers = [made('p1'), made('p2')]
  await api('POST /api/projects', { body: { name: 'Singles' } })
  await api('POST /api/projects', { body: { name: 'Singles' } })
  expect(keyOf(3)).toBe(keyOf(0))
  expect(keyOf(4)).not.toBe(keyOf(0))
})

test.each([502, 503, 504, 500, 408])(
  'a project that was made although a proxy answered %i is not made twice',
  async (status) => {
    const words = { name: `Doubt ${status}` }
    const answer = () => new Response('<h1>Later</h1>', { status })
    answers = [answer, answer, answer]
    const first = api('POST /api/projects', { body: words }).catch((error: { status: number }) => error.status)
    await vi.runAllTimersAsync()
    expect(await first).toBe(status)
    const again = sent.length
    answers = [made('p1'), made('p2')]
    await api('POST /api/projects', { body: words })
    await api('POST /api/projects', { body: words })
    expect(keyOf(again)).toBe(keyOf(0))
    expect(keyOf(again + 1)).not.toBe(keyOf(0))
  },
)

test('a session that ended meanwhile leaves a request in doubt as it is', async () => {
  answers = [lost, () => Response.json({ code: 'unauthorized', message: 'Sign in.' }, { status: 401 })]
  const first = api('POST /api/projects', { body: { name: 'Night shift' } }).catch(
    (error: { status: number }) => error.status,
  )
  await vi.runAllTimersAsync()
  expect(await first).toBe(401)
  answers = [made('p1')]
  await api('POST /api/projects', { body: { name: 'Night shift' } })
  expect(keyOf(2)).toBe(keyOf(0))
})

test('a refused invite is not sent again', async () => {
  answers = [() => Response.json({ code: 'invite.role', message: 'No.' }, { status: 403 })]
  await expect(
    api('POST /api/projects/:projectId/invites', { params: { projectId: 'p1' }, body: {} }),
  ).rejects.toMatchObject({ status: 403 })
  expect(sent).toHaveLength(1)
})

test('reading and changing carry no key, and credentials always go along', async () => {
  answers = [made('p1'), made('p1')]
  await api('GET /api/projects', { query: { state: 'archived', cursor: undefined } })
  await api('PATCH /api/projects/:projectId', { params: { projectId: 'p 1' }, body: { archived: true } })
  expect(sent.map(({ url }) => url)).toEqual(['/api/projects?state=archived', '/api/projects/p%201'])
  expect([keyOf(0), keyOf(1)]).toEqual([null, null])
  expect(sent.every(({ init }) => init.credentials === 'include')).toBe(true)
})

test('a missing id never turns into a request for the whole list', () => {
  expect(() => apiUrl('/api/projects/:projectId', { projectId: '' })).toThrow('projectId')
})

test('of many requests in doubt the oldest is forgotten first', () => {
  const keys = idempotencyKeys(() => 'new', { mostKept: 2 })
  for (const request of ['salt', 'kite', 'undertow']) keys.inDoubt(request, `key of ${request}`)
  expect([keys.keyFor('salt'), keys.keyFor('kite'), keys.keyFor('undertow')]).toEqual([
    'new',
    'key of kite',
    'key of undertow',
  ])
})

test('much later the same request is meant anew', () => {
  let [clock, made] = [0, 0]
  const keys = idempotencyKeys(() => `key ${++made}`, { now: () => clock })
  keys.inDoubt('sign out', keys.keyFor('sign out'))
  expect(keys.keyFor('sign out')).toBe('key 1')
  clock += 10 * 60_000
  expect(keys.keyFor('sign out')).toBe('key 2')
})

test('an answer that has not changed is not sent again, and is a value of its own each time', async () => {
  const tagged = () => Response.json([{ name: 'Low Tide' }], { headers: { etag: 'W/"1"' } })
  answers = [tagged, () => new Response(null, { status: 304 }), tagged]
  const read = () => api('GET /api/projects')
  const first = await read()
  const second = await read()
  expect(sent.map(({ init }) => new Headers(init.headers).get('if-none-match'))).toEqual([null, 'W/"1"'])
  expect(second).toEqual(first)
  expect(second).not.toBe(first)
})
