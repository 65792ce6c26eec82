import { expect, test, vi, afterEach } from 'vitest'
import { FailedRequest, mayPass } from './failed-request.ts'
import { reasonOf } from './reason.ts'
import { sendRequest } from './send-request.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(answer: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', () => Promise.resolve().then(answer))
}

async function failureOf(work: Promise<unknown>): Promise<FailedRequest> {
  const error = await work.then(() => undefined, (thrown: unknown) => thrown)
  if (!(error instanceof FailedRequest)) throw new Error(`expected a FailedRequest, got ${String(error)}`)
  return error
}

const ask = { method: 'GET', url: '/api/projects/low-tide' } as const

test('a refusal carries status, statusText, code, message and every other field of its body', async () => {
  answering(() => Response.json({ code: 'invite.gone', message: 'Ask Olga for a new one.', fields: { email: 'Required' }, hint: 7 }, { status: 404, statusText: 'Not Found' }))
  const error = await failureOf(sendRequest(ask))
  expect(error).toMatchObject({ status: 404, statusText: 'Not Found', code: 'invite.gone', message: 'Ask Olga for a new one.', inputErrors: { email: 'Required' } })
  expect(error.fields['hint']).toBe(7)
})

test('a proxy’s page instead of JSON still fails with its status', async () => {
  answering(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  expect(await failureOf(sendRequest(ask))).toMatchObject({ status: 502, code: '', message: 'Bad Gateway' })
})

test('no network gives a made-up answer with status 0 that Ed may wait out', async () => {
  answering(() => { throw new TypeError('Failed to fetch') })
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
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))))
  const asked = sendRequest({ ...ask, signal: leaving.signal })
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('a project Lin may not see is not asked for again, a busy server is', () => {
  expect(mayPass(new FailedRequest({ status: 404, statusText: 'Not Found' }))).toBe(false)
  expect(mayPass(new FailedRequest({ status: 503, statusText: 'Service Unavailable' }))).toBe(true)
})
