import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPatiently } from './load-patiently.ts'

const missing = new TypeError('Failed to fetch dynamically imported module: https://mix.example/assets/TrackSlot-1a2b.js')

/** Answers of `/healthz`, one after the other; the last one stays. */
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

/** Loads what fails so many times. */
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

test.each([['a server that is there', 200], ['no line', 'no line']] as const)('%s: a part that is gone is asked for once more and then given up', async (_, answer) => {
  health(answer)
  const { load, asked } = part(9)
  await expect(loadPatiently(load)).rejects.toBe(missing)
  expect(asked()).toBe(2)
})

test('a server that stays away is not waited for without an end', async () => {
  health(502)
  const { load, asked } = part(99)
  const loaded = loadPatiently(load).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await loaded).toBe(missing)
  expect(asked()).toBe(18)
})

test('a part with a fault in it is no missing part', async () => {
  health(502)
  const { load } = part(2, new Error('x is undefined'))
  await expect(loadPatiently(load)).rejects.toThrow('x is undefined')
})
