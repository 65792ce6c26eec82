import { expect, test } from 'vitest'
import { SharedClock } from './shared-clock.ts'

/** Two machines with independent clocks, with the database `ahead` of this one. */
function machine(start: number) {
  let local = start
  const clock = new SharedClock(() => local)
  return {
    clock,
    pass: (milliseconds: number) => void (local += milliseconds),
    asks: (ahead: number, there = 0.2, back = 0.2) => {
      const sent = local
      local += there + back
      clock.take({ sent, received: local, at: sent + there + ahead })
    },
    local: () => local,
  }
}

test('alone it is the machine’s own time', () => {
  const { clock, pass, local } = machine(1000)
  pass(5)
  expect(clock.now()).toBe(local())
})

test('machines whose clocks are far apart agree on the time to a fraction of a millisecond', () => {
  const one = machine(1_000_000)
  const other = machine(1_300_000)
  one.asks(200_000)
  other.asks(-100_000, 0.5, 0.3)
  expect(Math.abs(one.clock.now() - one.local() - 200_000)).toBeLessThan(0.01)
  expect(Math.abs(other.clock.now() - other.local() + 100_000)).toBeLessThan(0.2)
})

test('a small correction is made little by little, and time never runs back', () => {
  const { clock, asks, pass, local } = machine(0)
  asks(100)
  for (let i = 0; i < 40; i++) asks(90)
  let last = clock.now()
  for (let i = 0; i < 30_000; i++) {
    pass(1)
    const now = clock.now()
    expect(now).toBeGreaterThan(last)
    last = now
  }
  expect(clock.now() - local()).toBeCloseTo(90, 1)
})

test('a clock that was set anew is followed at once', () => {
  const { clock, asks, local } = machine(0)
  for (let i = 0; i < 5; i++) asks(0)
  asks(-3_600_000)
  expect(clock.now() - local()).toBeCloseTo(-3_600_000, 3)
})

test('an answer that was held up does not move it', () => {
  const { clock, asks, local } = machine(0)
  for (let i = 0; i < 9; i++) asks(50)
  asks(50, 0.2, 4_000)
  expect(clock.now() - local()).toBeCloseTo(50, 3)
})
