import { expect, test, vi, afterEach } from 'vitest'
import { FailedRequest, hasStatus, isInDoubt, isUnanswered, mayPass, tellsNothing } from './failed-request.ts'
import { reasonOf } from './reason.ts'
import { sendRequest } from './send-request.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(answer: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', () => Promise.resolve().then(answer))
}

async function failureOf(work: Promise<unknown>): Promise<FailedRequest> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FailedRequest)) throw new Error(`expected a FailedRequest, got ${String(error)}`)
  return error
}

const ask = { method: 'GET', url: '/api/projects/low-tide' } as const

test('a refusal carries status, statusText, code, message and every other field of its body', async () => {
  answering(() =>
    Response.json(
      { code: 'invite.gone', message: 'Ask Olga for a new one.', fields: { email: 'Required' }, hint: 7 },
      { status: 404, statusText: 'Not Found' },
    ),
  )
  const error = await failureOf(sendRequest(ask))
  expect(error).toMatchObject({
    status: 404,
    statusText: 'Not Found',
    code: 'invite.gone',
    message: 'Ask Olga for a new one.',
    inputErrors: { email: 'Required' },
  })
  expect(error.fields['hint']).toBe(7)
})

test('a proxy’s page instead of JSON still fails with its status', async () => {
  answering(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  expect(await failureOf(sendRequest(ask))).toMatchObject({ status: 502, code: '', message: 'Bad Gateway' })
})

test('no network gives a made-up answer with status 0 that Ed may wait out', async () => {
  answering(() => {
    throw new TypeError('Failed to fetch')
  })
  const error = await failureOf(sendRequest(ask))
  expect(error).toMatchObject({ status: 0, statusText: 'Network error' })
  expect(mayPass(error)).toBe(true)
  expect(reasonOf(error)).toContain('cannot be reached')
})

test('an answer cut off in the middle is a network failure, not an empty project', async () => {
  answering(() => new Response('{"name": "Low Ti', { status: 200 }))
  expect(await failureOf(sendRequest(ask))).toMatchObject({ status: 0 })
})

test('leaving a page early is no failure to tell anybody about', async () => {
  const leaving = new AbortController()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const asked = sendRequest({ ...ask, signal: leaving.signal })
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('a project Lin may not see is not asked for again, a busy server is', () => {
  expect(mayPass(new FailedRequest({ status: 404, statusText: 'Not Found' }, { code: 'not_found' }))).toBe(false)
  expect(mayPass(new FailedRequest({ status: 503, statusText: 'Service Unavailable' }, { code: 'busy' }))).toBe(true)
})

const ofProxies: readonly (readonly [name: string, status: number, body: string, type: string])[] = [
  ...[500, 502, 503, 504, 520, 521, 522, 523, 524, 429].map(
    (status) => ['nginx or Cloudflare', status, '<html><h1>Sorry</h1></html>', 'text/html'] as const,
  ),
  ['Traefik without a backend', 404, '404 page not found', 'text/plain'],
  ['Envoy', 503, 'upstream connect error or disconnect/reset before headers', 'text/plain'],
  [
    'Kong',
    502,
    '{"message":"An invalid response was received from the upstream server","request_id":"7"}',
    'application/json',
  ],
  [
    'Cloudflare, asked for JSON',
    521,
    '{"type":"https://example.com","title":"Web server is down","status":521}',
    'application/problem+json',
  ],
  ['a load balancer that says nothing', 503, '', 'text/plain'],
]

test.each(ofProxies)(
  'the answer of %s (%i) is none of Roughmix: it may pass, is no refusal, and is told as what it is',
  async (_, status, body, type) => {
    answering(() => new Response(body, { status, headers: { 'content-type': type } }))
    const error = await failureOf(sendRequest(ask))
    expect({
      status: error.status,
      unanswered: isUnanswered(error),
      mayPass: mayPass(error),
      inDoubt: isInDoubt(error),
      said: hasStatus(error, status),
    }).toEqual({ status, unanswered: true, mayPass: true, inDoubt: true, said: false })
    expect(reasonOf(error)).toContain('cannot be reached')
  },
)

test.each([
  [401, 'unauthorized'],
  [404, 'not_found'],
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'internal'],
  [503, 'busy'],
])('what Roughmix itself says with %i is its word', async (status, code) => {
  answering(() => Response.json({ code, message: 'In our words.' }, { status }))
  const error = await failureOf(sendRequest(ask))
  expect([isUnanswered(error), hasStatus(error, status), reasonOf(error)]).toEqual([false, true, 'In our words.'])
  expect(tellsNothing(error)).toBe(status >= 429)
})

test.each([400, 401, 403, 413])(
  'a proxy that refuses a request (%i) has refused it: it is not sent without an end',
  async (status) => {
    answering(() => new Response('<h1>No</h1>', { status, statusText: 'No' }))
    const error = await failureOf(sendRequest(ask))
    expect([mayPass(error), hasStatus(error, status), reasonOf(error)]).toEqual([false, true, 'No'])
  },
)
