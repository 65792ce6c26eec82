import { afterEach, expect, test, vi } from 'vitest'
import type { FeederToMixer } from '../player-messages.ts'
import { pcmBlocks } from '../decode/block-map.ts'
import { CacheBudget } from '../decode/block-cache.ts'
import { BandwidthEstimator } from './bandwidth-estimator.ts'
import { pcmBlockDecoder } from '../decode/pcm-block-decoder.ts'
import { StreamFailure } from './range-reader.ts'
import { SourceFeed } from './source-feed.ts'

const RATE = 1000
const SECONDS = 60
const PATIENTLY = { timeout: 20_000 }
/** 16-bit mono in which each sample equals its own position. */
const file = new Uint8Array(Int16Array.from({ length: RATE * SECONDS }, (_, i) => i % 32_000).buffer)

interface Line {
  readonly feed: SourceFeed
  readonly sent: FeederToMixer[]
  readonly ranges: string[]
  readonly reports: string[]
  readonly failures: StreamFailure[]
}

function line(answer: (start: number, end: number, request: number) => Response): Line {
  const sent: FeederToMixer[] = []
  const ranges: string[] = []
  const reports: string[] = []
  const failures: StreamFailure[] = []
  vi.stubGlobal('fetch', async (_url: string, init: { headers: { range: string }; signal: AbortSignal }) => {
    init.signal.throwIfAborted()
    ranges.push(init.headers.range)
    const [start = 0, last = 0] = init.headers.range.slice('bytes='.length).split('-').map(Number)
    return answer(start, last + 1, ranges.length)
  })
  const map = pcmBlocks({
    kind: 'pcm',
    sampleRate: RATE,
    channels: 1,
    encoding: 's16le',
    dataOffset: 0,
    totalFrames: RATE * SECONDS,
  })
  const open = async () => ({
    map,
    streamUrl: '/song',
    createDecoder: (use: Parameters<typeof pcmBlockDecoder>[2]) => pcmBlockDecoder('s16le', 1, use),
  })
  const feed = new SourceFeed(
    1,
    open,
    {
      opened: (decoder) => reports.push(decoder),
      retrying: (isRetrying) => reports.push(isRetrying ? 'retrying' : 'mended'),
      ready: () => reports.push('ready'),
      failed: (failure) => failures.push(failure),
    },
    { line: new BandwidthEstimator(), sources: () => 1, cache: new CacheBudget(2 ** 20) },
  )
  return { feed, sent, ranges, reports, failures }
}

const whole = (start: number, end: number): Response => new Response(file.subarray(start, end), { status: 206 })

/** Positions that arrived, read from the samples. */
function heard(sent: readonly FeederToMixer[], token: number): number[] {
  return sent.flatMap((message) =>
    message.kind === 'chunk' && message.token === token
      ? [...(message.planes[0] ?? [])].map((sample) => Math.round(sample * 0x8000))
      : [],
  )
}

function connected(made: Line): Line {
  made.feed.connect((message) => made.sent.push(message))
  return made
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('samples come in order, and stop ten seconds ahead of what was heard', async () => {
  const { feed, sent } = connected(line(whole))
  feed.supply({ kind: 'supply', source: 1, token: 1, from: 123, queued: 0 })
  await vi.waitFor(() => expect(heard(sent, 1).length).toBeGreaterThan(5 * RATE), PATIENTLY)
  await new Promise((resolve) => setImmediate(resolve))
  const positions = heard(sent, 1)
  expect(positions.length).toBeLessThanOrEqual(10 * RATE)
  expect(positions).toEqual(Array.from({ length: positions.length }, (_, i) => 123 + i))
  feed.spent(1, 5 * RATE)
  await vi.waitFor(() => expect(heard(sent, 1).length).toBeGreaterThan(10 * RATE), PATIENTLY)
  feed.close()
})

test('what was fetched before play is handed over and not fetched again', async () => {
  const made = line(whole)
  made.feed.prime(0)
  await vi.waitFor(() => expect(made.reports).toContain('ready'), PATIENTLY)
  await vi.waitFor(() => expect(made.ranges.length).toBe(2), PATIENTLY)
  const before = [...made.ranges]
  connected(made).feed.supply({ kind: 'supply', source: 1, token: 7, from: 0, queued: 0 })
  await vi.waitFor(() => expect(heard(made.sent, 7).length).toBeGreaterThan(3 * RATE), PATIENTLY)
  expect(heard(made.sent, 7).slice(0, 3000)).toEqual(Array.from({ length: 3000 }, (_, i) => i))
  expect(made.ranges.slice(0, before.length)).toEqual(before)
  expect(new Set(made.ranges).size).toBe(made.ranges.length)
  made.feed.close()
})

test('a place that the mixer has ordered already is not primed again', async () => {
  const made = connected(line(whole))
  made.feed.supply({ kind: 'supply', source: 1, token: 4, from: 500, queued: 0 })
  made.feed.prime(500)
  await vi.waitFor(() => expect(heard(made.sent, 4).length).toBeGreaterThan(3 * RATE), PATIENTLY)
  made.feed.close()
})

test('a loop goes round exactly, from the cache once it was fetched', async () => {
  const made = connected(line(whole))
  made.feed.supply({
    kind: 'supply',
    source: 1,
    token: 1,
    from: 900,
    loop: { inFrame: 333, outFrame: 1000 },
    queued: 0,
  })
  await vi.waitFor(() => expect(heard(made.sent, 1).length).toBeGreaterThan(4000), PATIENTLY)
  const round = Array.from({ length: 667 }, (_, i) => 333 + i)
  const expected = [...Array.from({ length: 100 }, (_, i) => 900 + i), ...round, ...round]
  expect(heard(made.sent, 1).slice(0, expected.length)).toEqual(expected)
  expect(made.ranges.length).toBeLessThanOrEqual(3)
  made.feed.close()
})

test('the end is told once, after the last sample', async () => {
  const { feed, sent } = connected(line(whole))
  feed.supply({ kind: 'supply', source: 1, token: 3, from: 59_990, queued: 0 })
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ kind: 'end', source: 1, token: 3 }), PATIENTLY)
  expect(heard(sent, 3)).toHaveLength(10)
  feed.close()
})

test('a broken answer is continued from the first missing block', async () => {
  vi.useFakeTimers()
  const made = connected(line((start, end, request) => (request === 2 ? cutOff(start, 500) : whole(start, end))))
  made.feed.supply({ kind: 'supply', source: 1, token: 1, from: 0, queued: 0 })
  await vi.advanceTimersByTimeAsync(10)
  expect(made.reports).toContain('retrying')
  await vi.advanceTimersByTimeAsync(300)
  expect(made.reports.at(-1)).toBe('mended')
  const positions = heard(made.sent, 1)
  expect(positions).toEqual(Array.from({ length: positions.length }, (_, i) => i))
  // The second request began at byte 1000 and brought two whole blocks of 200 bytes.
  expect(made.ranges[2]).toMatch(/^bytes=1400-/)
  made.feed.close()
})

function cutOff(start: number, bytes: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(file.subarray(start, start + bytes)),
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  return new Response(body, { status: 206 })
}

test('attempts are spaced out, and one comes at once when the line may be back', async () => {
  vi.useFakeTimers()
  let isDown = true
  const made = connected(
    line((start, end) => {
      if (isDown) throw new TypeError('offline')
      return whole(start, end)
    }),
  )
  made.feed.supply({ kind: 'supply', source: 1, token: 1, from: 0, queued: 0 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(made.ranges.length).toBeGreaterThan(6)
  expect(made.ranges.length).toBeLessThan(11)
  isDown = false
  expect(made.reports).not.toContain('mended')
  made.feed.hurry()
  await vi.advanceTimersByTimeAsync(1)
  expect(made.reports).toContain('mended')
  made.feed.close()
})

test.each([
  [403, 'not-allowed'],
  [404, 'gone'],
  [200, 'refused'],
])('status %i is not tried again: %s', async (status, kind) => {
  const made = connected(line(() => Response.json({ code: 'refused' }, { status })))
  made.feed.supply({ kind: 'supply', source: 1, token: 1, from: 0, queued: 0 })
  await vi.waitFor(() => expect(made.failures.map((failure) => failure.kind)).toEqual([kind]), PATIENTLY)
  expect(made.ranges).toHaveLength(1)
})

test('before its first sample a source is silent, and within a loop past its last one too', async () => {
  const { feed, sent } = connected(line(whole))
  const total = RATE * SECONDS
  feed.supply({ kind: 'supply', source: 1, token: 1, from: -200, queued: 0 })
  await vi.waitFor(() => expect(heard(sent, 1).length).toBeGreaterThan(RATE), PATIENTLY)
  expect(heard(sent, 1).slice(198, 203)).toEqual([0, 0, 0, 1, 2])
  feed.supply({
    kind: 'supply',
    source: 1,
    token: 2,
    from: total - 100,
    loop: { inFrame: total - 100, outFrame: total + 50 },
    queued: 0,
  })
  await vi.waitFor(() => expect(heard(sent, 2).length).toBeGreaterThan(300), PATIENTLY)
  const turn = [
    ...Array.from({ length: 100 }, (_, i) => (total - 100 + i) % 32_000),
    ...Array.from({ length: 50 }, () => 0),
  ]
  expect(heard(sent, 2).slice(0, 300)).toEqual([...turn, ...turn])
  feed.close()
})

test('parts with offsets of their own follow each other, with silence where there is nothing', async () => {
  const made = connected(line(whole))
  const pieces = [
    { from: -Infinity, to: 1000, offset: 0 },
    { from: 1200, to: 1800, offset: 300 },
    { from: 1800, to: Infinity, offset: -500 },
  ]
  made.feed.supply({ kind: 'supply', source: 1, token: 1, from: 900, queued: 0, pieces })
  await vi.waitFor(() => expect(heard(made.sent, 1).length).toBeGreaterThan(1500), PATIENTLY)
  const count = (length: number, from: number) => Array.from({ length }, (_, i) => from + i)
  expect(heard(made.sent, 1).slice(0, 1500)).toEqual([
    ...count(100, 900),
    ...Array(200).fill(0),
    ...count(600, 1500),
    ...count(600, 1300),
  ])
  const starts = made.sent.flatMap((message) => (message.kind === 'chunk' ? [message.start] : []))
  expect(starts[0]).toBe(900)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  made.feed.close()
})
