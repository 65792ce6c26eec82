import { expect, test } from 'vitest'
import { patience, planBuffering } from './buffering-plan.ts'
import { BandwidthEstimator } from './bandwidth-estimator.ts'

const RATE = 48_000
const SECONDS = 3600
/** 1.6 Mbit/s, as FLAC of 24/48 stereo. */
const BYTES_PER_SECOND = 200_000
const song = {
  sampleRate: RATE,
  channels: 2,
  totalFrames: RATE * SECONDS,
  blockFrames: 4608,
  blocks: 37_500,
  byteStart: () => 0,
  streamBytes: BYTES_PER_SECOND * SECONDS,
}

function secondsAhead(facts: Parameters<typeof planBuffering>[1], sources = 1): number {
  return planBuffering(song, facts, sources).limit / RATE
}

test('an easy line, or one nobody knows yet, keeps ten seconds', () => {
  expect(secondsAhead({})).toBe(10)
  expect(secondsAhead({ bytesPerSecond: BYTES_PER_SECOND * 20 })).toBe(10)
})

test('the closer the line comes to the music, the more lies ahead', () => {
  expect(secondsAhead({ bytesPerSecond: BYTES_PER_SECOND * 3 })).toBe(20)
  expect(secondsAhead({ bytesPerSecond: BYTES_PER_SECOND * 0.5 })).toBe(45)
})

test('sources share the line and 32 MiB', () => {
  expect(secondsAhead({ bytesPerSecond: BYTES_PER_SECOND * 12 }, 4)).toBe(20)
  const { limit } = planBuffering(song, { bytesPerSecond: 1000 }, 8)
  expect(limit * 2 * 4 * 8).toBeLessThanOrEqual(32 * 2 ** 20)
})

test('long round trips make long requests, of half the stock at most', () => {
  expect(planBuffering(song, { bytesPerSecond: BYTES_PER_SECOND * 3, roundTripMs: 40 }, 1).piece).toBe(4 * RATE)
  expect(planBuffering(song, { bytesPerSecond: BYTES_PER_SECOND * 3, roundTripMs: 250 }, 1).piece).toBe(7.5 * RATE)
  expect(planBuffering(song, { bytesPerSecond: BYTES_PER_SECOND * 3, roundTripMs: 900 }, 1).piece).toBe(10 * RATE)
})

test('a silent line is taken for dead after 3 s, later after each failure, never after 12', () => {
  expect([0, 1, 2, 3, 9].map((failures) => patience({ roundTripMs: 40 }, failures))).toEqual([
    3000, 6000, 9000, 12_000, 12_000,
  ])
  expect(patience({ roundTripMs: 400 }, 0)).toBe(8000)
})

test('the rate is bytes over time, so that a short burst does not hide a long crawl', () => {
  const line = new BandwidthEstimator()
  line.note({ askedAt: 0, firstByteAt: 80, lastByteAt: 4080, bytes: 400_000 })
  line.note({ askedAt: 4080, firstByteAt: 4160, lastByteAt: 4170, bytes: 20_000 })
  expect(line.facts.roundTripMs).toBeCloseTo(80)
  expect(line.facts.bytesPerSecond).toBeGreaterThan(95_000)
  expect(line.facts.bytesPerSecond).toBeLessThan(120_000)
})

test('a line that recovers is believed within seconds', () => {
  const line = new BandwidthEstimator()
  for (let i = 0; i < 20; i++) line.note({ askedAt: 0, firstByteAt: 50, lastByteAt: 2050, bytes: 50_000 })
  for (let i = 0; i < 4; i++) line.note({ askedAt: 0, firstByteAt: 50, lastByteAt: 2050, bytes: 2_000_000 })
  expect(line.facts.bytesPerSecond).toBeGreaterThan(600_000)
})

test('after an idle while, a few quick answers show that the line is another', () => {
  const line = new BandwidthEstimator()
  line.note({ askedAt: 0, firstByteAt: 50, lastByteAt: 8050, bytes: 480_000 })
  for (const at of [13_000, 18_000])
    line.note({ askedAt: at - 20, firstByteAt: at, lastByteAt: at + 10, bytes: 80_000 })
  expect(line.facts.bytesPerSecond).toBeGreaterThan(500_000)
})

test('answers too small to tell leave the rate unknown', () => {
  const line = new BandwidthEstimator()
  line.note({ askedAt: 0, firstByteAt: 30, lastByteAt: 31, bytes: 400 })
  expect(line.facts).toEqual({ roundTripMs: 30 })
})
