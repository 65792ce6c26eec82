import { describe, expect, test } from 'vitest'
import { Resampler } from '#audio/resampler.ts'

function tone(frequency: number, sampleRate: number, seconds: number): Float64Array {
  return Float64Array.from({ length: Math.round(seconds * sampleRate) }, (_, n) =>
    Math.sin((2 * Math.PI * frequency * n) / sampleRate),
  )
}

function converted(samples: Float64Array, from: number, to: number, block = samples.length): Float64Array {
  const resampler = new Resampler(from, to)
  const made: number[] = []
  for (let at = 0; at < samples.length; at += block)
    made.push(...resampler.push(samples.subarray(at, at + block), at + block >= samples.length))
  return Float64Array.from(made)
}

describe('a recording at a lower rate', () => {
  test.each([
    [96_000, 48_000],
    [48_000, 44_100],
    [88_200, 48_000],
    [192_000, 44_100],
  ])('is the same tone at the same moment, from %i to %i Hz', (from, to) => {
    const made = converted(tone(1000, from, 0.2), from, to)
    const expected = tone(1000, to, 0.2)
    expect(made.length).toBe(expected.length)
    const inside = expected.length - 200
    for (let n = 200; n < inside; n++) expect(Math.abs((made[n] ?? 0) - (expected[n] ?? 0))).toBeLessThan(1e-4)
  })

  test('comes out alike, however it goes in', () => {
    const sound = tone(440, 48_000, 0.1)
    expect(converted(sound, 48_000, 44_100, 101)).toEqual(converted(sound, 48_000, 44_100))
  })

  test('has nothing of what it cannot hold', () => {
    const made = converted(tone(30_000, 96_000, 0.1), 96_000, 48_000)
    expect(Math.max(...made.subarray(200, -200).map(Math.abs))).toBeLessThan(1e-4)
  })

  test('is refused the other way round', () => expect(() => new Resampler(44_100, 48_000)).toThrow(RangeError))
})
