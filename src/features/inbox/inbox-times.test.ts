import { describe, expect, test } from 'vitest'
import { afterQuiet, clockAt, isTimeZone, nextTime } from './inbox-times.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()
const berlin = 'Europe/Berlin'

test('a clock shows the time of its place', () => {
  expect(clockAt(at('2026-11-20T12:30:00Z'), berlin)).toBe(13 * 60 + 30)
  expect(clockAt(at('2026-11-20T00:05:00Z'), 'Asia/Kathmandu')).toBe(5 * 60 + 50)
})

test('places that are none are known as such', () => {
  expect([isTimeZone(berlin), isTimeZone('Mars/Olympus')]).toEqual([true, false])
})

describe('the next eight o’clock', () => {
  test.each([
    ['is today where it is still to come', '2026-11-20T06:59:59Z', '2026-11-20T07:00:00.000Z'],
    ['is tomorrow where it has just been', '2026-11-20T07:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['is eight over a night of 23 hours', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['is eight over a night of 25 hours', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('%s', (_, now, next) => expect(iso(nextTime(at(now), 480, berlin))).toBe(next))
})

test('a time that a clock change leaves out still comes', () => {
  const next = nextTime(at('2026-03-28T12:00:00Z'), 150, berlin)
  expect(next).toBeGreaterThan(at('2026-03-29T00:00:00Z'))
  expect(next).toBeLessThan(at('2026-03-29T03:00:00Z'))
})

describe('quiet hours', () => {
  const night = { from: 22 * 60, to: 7 * 60 }
  test.each([
    ['let pass what comes by day', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['hold what comes in the evening until morning', '2026-11-20T21:30:00Z', '2026-11-21T06:00:00.000Z'],
    ['hold what comes after midnight until the same morning', '2026-11-20T02:00:00Z', '2026-11-20T06:00:00.000Z'],
    ['end on their minute', '2026-11-20T06:00:00Z', '2026-11-20T06:00:00.000Z'],
  ])('%s', (_, now, then) => expect(iso(afterQuiet(at(now), night, berlin))).toBe(then))

  test('of no length are none', () => expect(afterQuiet(5, { from: 60, to: 60 }, berlin)).toBe(5))
  test('may lie in the middle of a day', () =>
    expect(iso(afterQuiet(at('2026-11-20T12:30:00Z'), { from: 780, to: 840 }, berlin))).toBe(
      '2026-11-20T13:00:00.000Z',
    ))
})
