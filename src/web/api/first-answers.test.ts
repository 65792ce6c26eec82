import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropFirstAnswers } from './first-answers.ts'
import { sendRequest } from './send-request.ts'

const asked: string[] = []
const get = (url: string) => sendRequest({ method: 'GET', url })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ from: 'asked by the page' })
  })
  globalThis.firstAnswers = new Map([
    ['/api/users/me', Promise.resolve(Response.json({ from: 'asked before' }))],
    ['/api/projects/p', Promise.resolve(Response.json({ code: 'not_found', message: 'Gone.' }, { status: 404 }))],
  ])
})
afterEach(() => {
  dropFirstAnswers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was asked before the page is taken once; the next time the page asks', async () => {
  expect(await get('/api/users/me')).toEqual({ from: 'asked before' })
  expect(asked).toEqual([])
  expect(await get('/api/users/me')).toEqual({ from: 'asked by the page' })
})

test('a refusal counts like one that the page asked for', async () => {
  await expect(get('/api/projects/p')).rejects.toMatchObject({ status: 404 })
  expect(asked).toEqual([])
})

test('where the connection failed, the page asks by itself', async () => {
  const lost = Promise.reject(new TypeError('Failed to fetch'))
  lost.catch(() => undefined)
  globalThis.firstAnswers?.set('/api/users/me', lost)
  expect(await get('/api/users/me')).toEqual({ from: 'asked by the page' })
})

test('after the page has changed something, older answers no longer count', async () => {
  await sendRequest({ method: 'POST', url: '/api/projects' })
  expect(await get('/api/users/me')).toEqual({ from: 'asked by the page' })
})

test('nor do they when a screen opens much later', async () => {
  vi.setSystemTime(0)
  vi.advanceTimersByTime(60_000)
  expect(await get('/api/users/me')).toEqual({ from: 'asked by the page' })
})

test('a page that has stopped waiting gets no answer', async () => {
  const signal = AbortSignal.abort()
  await expect(sendRequest({ method: 'GET', url: '/api/users/me', signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})
