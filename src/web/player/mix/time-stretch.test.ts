import { describe, expect, test } from 'vitest'
import { TimeStretch } from './time-stretch.ts'

const RATE = 48_000

/** A time stretch over a sound given as a function of the frame, with the number of frames it has pulled. */
function stretcher(
  sound: (frame: number) => number,
  channels = 2,
): { readonly stretch: TimeStretch; readonly taken: () => number; readonly hear: (frames: number) => Float32Array } {
  let taken = 0
  const stretch = new TimeStretch(channels, RATE, (planes) => {
    const frames = planes[0]?.length ?? 0
    planes.forEach((plane, channel) => {
      for (let i = 0; i < frames; i++) plane[i] = sound(taken + i) * (channel === 0 ? 1 : -0.5)
    })
    taken += frames
  })
  const hear = (frames: number): Float32Array => {
    const heard = new Float32Array(frames)
    for (let at = 0; at < frames; at += 128) {
      const block = Array.from({ length: channels }, () => new Float32Array(Math.min(128, frames - at)))
      stretch.render(block)
      heard.set(block[0] ?? [], at)
    }
    return heard
  }
  return { stretch, taken: () => taken, hear }
}

function tone(hertz: number): (frame: number) => number {
  return (frame) => 0.5 * Math.sin((2 * Math.PI * hertz * frame) / RATE)
}

/** Rising zero crossings, interpolated between samples, over the time from the first to the last. */
function pitchOf(sound: Float32Array): number {
  const crossings: number[] = []
  for (let i = 1; i < sound.length; i++) {
    const [before = 0, after = 0] = [sound[i - 1], sound[i]]
    if (before < 0 && after >= 0) crossings.push(i - 1 + before / (before - after))
  }
  return ((crossings.length - 1) * RATE) / ((crossings.at(-1) ?? 0) - (crossings[0] ?? 0))
}

const noise = (frame: number): number => (Math.imul(frame + 1, 2654435761) >>> 8) / 2 ** 23 - 1

describe.each([0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2])('at speed %d', (speed) => {
  test.each([55, 110, 440, 997, 3000])('a tone of %d Hz keeps its pitch', (hertz) => {
    const { stretch, hear } = stretcher(tone(hertz))
    stretch.setSpeed(speed)
    expect(Math.abs(pitchOf(hear(3 * RATE)) / hertz - 1)).toBeLessThan(0.005)
  })

  test('a minute takes exactly as long as it should', () => {
    const { stretch, hear, taken } = stretcher(tone(220))
    stretch.setSpeed(speed)
    hear(RATE * 60)
    expect(Math.abs(taken() - stretch.lag - RATE * 60 * speed)).toBeLessThan(2)
  })

  test('no joint is a step, nor swells or dips a steady tone', () => {
    const { stretch, hear } = stretcher(tone(220))
    stretch.setSpeed(speed)
    const heard = hear(2 * RATE)
    const steepest = (0.5 * 2 * Math.PI * 220) / RATE
    const steps = heard.slice(1).map((sample, i) => Math.abs(sample - (heard[i] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(steepest * 1.1)
    for (let at = 0; at + 480 <= heard.length; at += 480)
      expect(Math.max(...heard.subarray(at, at + 480).map(Math.abs))).toBeGreaterThan(0.44)
  })
})

test('at speed 1 every sample passes untouched, without delay', () => {
  const { hear, stretch } = stretcher(noise)
  expect(hear(10_000)).toEqual(Float32Array.from({ length: 10_000 }, (_, i) => noise(i)))
  expect(stretch.lag).toBe(0)
})

test('slowing down and coming back loses no sample, repeats none and ends bit for bit', () => {
  const { stretch, hear, taken } = stretcher(noise)
  const before = hear(1280)
  expect(before.at(-1)).toBe(Math.fround(noise(1279)))
  stretch.setSpeed(0.8)
  const slow = hear(RATE)
  // The first segment is the sound itself, so it starts without a step.
  expect([...slow.subarray(0, 1000)]).toEqual(Array.from({ length: 1000 }, (_, i) => Math.fround(noise(1280 + i))))
  stretch.setSpeed(1)
  hear(RATE)
  expect(stretch.lag).toBe(0)
  const from = taken()
  expect(hear(4000)).toEqual(Float32Array.from({ length: 4000 }, (_, i) => noise(from + i)))
})

test('once flushed, nothing lies between, and at speed 1 every sample passes again', () => {
  const { stretch, hear, taken } = stretcher(noise)
  expect(stretch.flush()).toBe(false)
  stretch.setSpeed(0.8)
  hear(RATE)
  stretch.setSpeed(1)
  expect(stretch.flush()).toBe(true)
  expect(stretch.lag).toBe(0)
  const from = taken()
  const heard = hear(4096)
  expect(taken()).toBe(from + 4096)
  const fade = 0.006 * RATE
  expect(heard.subarray(fade)).toEqual(Float32Array.from({ length: 4096 - fade }, (_, i) => noise(from + fade + i)))
})

test('both sides are cut at the same places', () => {
  let taken = 0
  const stretch = new TimeStretch(2, RATE, (planes) => {
    for (const plane of planes) for (let i = 0; i < plane.length; i++) plane[i] = noise(taken + i)
    taken += planes[0]?.length ?? 0
  })
  stretch.setSpeed(1.3)
  const planes = [new Float32Array(128 * 300), new Float32Array(128 * 300)]
  stretch.render(planes)
  expect(planes[0]).toEqual(planes[1])
})

test('the speed may change while it plays', () => {
  const { stretch, hear, taken } = stretcher(tone(330))
  let expected = 0
  for (const speed of [0.5, 1.7, 0.9, 2, 0.6]) {
    stretch.setSpeed(speed)
    expect(Math.abs(pitchOf(hear(RATE)) / 330 - 1)).toBeLessThan(0.005)
    expected += RATE * speed
  }
  // A change waits for the next joint.
  expect(Math.abs(taken() - stretch.lag - expected)).toBeLessThan(RATE * 0.03 * 6)
})

test('a second of stereo costs a fraction of a second', () => {
  const { stretch, hear } = stretcher(noise)
  stretch.setSpeed(1.5)
  hear(RATE)
  // The best of three, because other processes may use the machine.
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    hear(RATE * 5)
    return (performance.now() - start) / 5000
  })
  expect(Math.min(...times)).toBeLessThan(0.3)
})
