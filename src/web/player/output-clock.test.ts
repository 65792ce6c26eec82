import { expect, test } from 'vitest'
import { OutputClock } from './output-clock.ts'

interface Stamp {
  readonly contextTime?: number
  readonly performanceTime?: number
}

/** A context with a controllable clock, and a count of slow queries to the audio process. */
function aContext(stampAt: (now: number) => Stamp = () => ({})) {
  const clock = { now: 10_000, time: 0, asked: [] as number[] }
  const context = {
    get currentTime() {
      return clock.time
    },
    baseLatency: 0.005,
    get outputLatency() {
      clock.asked.push(clock.now)
      return 0.04
    },
    getOutputTimestamp: () => {
      clock.asked.push(clock.now)
      return stampAt(clock.now)
    },
  }
  return { clock, context, now: () => clock.now }
}

test('where asking is slow, it asks after two seconds of sound, then seldom, and keeps the answer', () => {
  const { clock, context, now } = aContext()
  const output = new OutputClock(context, { isAskingSlow: true, now })
  const run = (ms: number, isSounding: boolean) => {
    for (const end = clock.now + ms; clock.now < end; clock.now += 20) {
      clock.time += 0.02
      output.hear(isSounding)
      output.heardTime()
    }
  }
  run(5_000, false)
  run(1_900, true)
  // The position still advances.
  expect(output.heardTime()).toBeCloseTo(clock.time - 0.03, 1)
  run(1_000, false)
  run(1_980, true)
  expect(clock.asked).toEqual([])
  // The audio thread stalled, so the device may be restarting.
  clock.now += 3_000
  run(1_980, true)
  expect(clock.asked).toEqual([])
  const from = clock.now
  run(65_000, true)
  expect(clock.asked.map((at) => at - from)).toEqual([20, 30_020, 60_020])
  expect(output.heardTime()).toBeCloseTo(clock.time + 0.02 - 0.04, 2)
  const next = aContext()
  expect(new OutputClock(next.context, { isAskingSlow: true, now: next.now }).heardTime()).toBeCloseTo(-0.04)
  expect(next.clock.asked).toEqual([])
})

test('a device’s timestamp is believed where it can be true', () => {
  const { clock, context, now } = aContext((at) => ({ contextTime: 1, performanceTime: at - 10 }))
  clock.time = 1.05
  expect(new OutputClock(context, { isAskingSlow: false, now }).heardTime()).toBeCloseTo(1.01)
})

test('a timestamp that wanders through the right value is not believed on its way', () => {
  let off = 3
  const { clock, context, now } = aContext((at) => ({ contextTime: clock.time + off, performanceTime: at }))
  const output = new OutputClock(context, { isAskingSlow: false, now })
  clock.time = 20
  const right = () => expect(Math.abs(output.heardTime() - (clock.time - 0.04))).toBeLessThan(0.001)
  right()
  for (off of [1, 0.2, -0.2, -1, 0.1]) {
    clock.now += 500
    clock.time += 0.5
    right()
  }
})

test('a clock that goes in steps is read between them, and stands where the device does', () => {
  const { clock, context, now } = aContext()
  const output = new OutputClock(context, { isAskingSlow: false, now })
  const begun = clock.now
  let worst = 0
  for (let at = 0; at < 3_000; at += 10) {
    clock.now = begun + at
    clock.time = Math.floor(at / 120) * 0.12
    const heard = output.heardTime()
    if (at > 500) worst = Math.max(worst, Math.abs(heard - (at / 1000 - 0.04)))
  }
  expect(worst).toBeLessThan(0.005)
  clock.now += 2_000
  expect(output.heardTime()).toBeCloseTo(clock.time - 0.04, 2)
})
