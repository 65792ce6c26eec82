import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPage, loadPatiently } from './load-patiently.ts'
import { missingCodeWords, UnreachablePart } from './missing-code.ts'

const missing = new TypeError(
  'Failed to fetch dynamically imported module: https://mix.example/assets/TrackSlot-1a2b.js',
)

/** Successive answers of `/healthz`; the last one repeats. */
function health(...answers: readonly (number | 'no line')[]): void {
  const left = [...answers]
  vi.stubGlobal('fetch', async () => {
    const answer = left.length > 1 ? left.shift() : left[0]
    if (typeof answer !== 'number') throw new TypeError('Failed to fetch')
    return new Response(null, { status: answer })
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A load that fails `failures` times. */
function part(failures: number, error: unknown = missing) {
  let asked = 0
  const load = async () => {
    asked += 1
    if (asked <= failures) throw error
    return 'the part'
  }
  return { load, asked: () => asked }
}

test('a part that a proxy could not get is there once the server is back', async () => {
  health(502)
  const { load, asked } = part(4)
  const loaded = loadPatiently(load)
  await vi.runAllTimersAsync()
  expect(await loaded).toBe('the part')
  expect(asked()).toBe(5)
})

test('a part that an update has taken away is asked for once more and then given up', async () => {
  health(200)
  const { load, asked } = part(9)
  await expect(loadPatiently(load)).rejects.toBe(missing)
  expect(asked()).toBe(2)
})

test('without a line a part is given up at once, and its words blame no update', async () => {
  health('no line')
  const { load, asked } = part(9)
  const error: unknown = await loadPatiently(load).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnreachablePart)
  expect(missingCodeWords(error)).toContain('the server cannot be reached')
  expect(missingCodeWords(missing)).toContain('was updated')
  expect(asked()).toBe(2)
})

test.each([502, 'no line'] as const)(
  'a page waits for its part as long as nobody answers, for an hour if need be: %s',
  async (answer) => {
    health(answer)
    const { load, asked } = part(500)
    const loaded = loadPage(() => loadPatiently(load))
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(asked()).toBeGreaterThan(400)
    await vi.runAllTimersAsync()
    expect(await loaded).toBe('the part')
  },
)

test('a page whose part an update has taken away is not waited for', async () => {
  health(200)
  await expect(loadPage(() => loadPatiently(part(9).load))).rejects.toBe(missing)
})

test('a server that stays away is not waited for without an end', async () => {
  health(502)
  const { load, asked } = part(99)
  const loaded = loadPatiently(load).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await loaded).toBeInstanceOf(UnreachablePart)
  expect(asked()).toBe(18)
})

test('a part with a fault in it is no missing part', async () => {
  health(502)
  const { load } = part(2, new Error('x is undefined'))
  await expect(loadPatiently(load)).rejects.toThrow('x is undefined')
})
