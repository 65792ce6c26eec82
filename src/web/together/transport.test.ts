import { describe, expect, test } from 'vitest'
import { positionAt } from '#web/presence/position-at.ts'
import { StepJudge } from './step-judge.ts'
import { StepTolerance } from './step-tolerance.ts'
import { apartWords } from './together-words.ts'
import { errorAgainst } from './transport-error.ts'

const playing = { isPlaying: true, position: 10, at: 1_000, speed: 1, loop: null }

describe('a transport', () => {
  test('stands while it is paused and moves on while it plays, as fast as it is told', () => {
    expect(positionAt({ ...playing, isPlaying: false }, 9_000)).toBe(10)
    expect(positionAt(playing, 3_500)).toBe(12.5)
    expect(positionAt({ ...playing, speed: 0.5 }, 3_000)).toBe(11)
  })

  test('is not before its own beginning', () => expect(positionAt(playing, 400)).toBe(10))

  test('goes round a loop, however often', () => {
    const looping = { ...playing, loop: { from: 8, to: 12 } }
    expect(positionAt(looping, 2_000)).toBe(11)
    expect(positionAt(looping, 3_000)).toBe(8)
    expect(positionAt(looping, 12_000)).toBe(9)
    expect(positionAt({ ...looping, position: 20 }, 3_000)).toBe(22)
  })
})

describe('being out of step', () => {
  test('is told in time, not in music', () => {
    expect(errorAgainst(playing, 12.02, 3_000)).toBeCloseTo(20)
    expect(errorAgainst({ ...playing, speed: 2 }, 14.02, 3_000)).toBeCloseTo(10)
  })

  test('over the seam of a loop is the shorter way round', () => {
    const looping = { ...playing, loop: { from: 8, to: 12 } }
    expect(errorAgainst(looping, 11.99, 3_005)).toBeCloseTo(-15)
    expect(errorAgainst(looping, 8.01, 2_995)).toBeCloseTo(15)
  })

  test('is believed of the middle one of several readings', () => {
    const judge = new StepJudge()
    judge.add(4)
    judge.add(300)
    expect(judge.errorMs()).toBeUndefined()
    judge.add(5)
    expect(judge.errorMs()).toBe(5)
    for (let i = 0; i < 3; i++) judge.add(40)
    expect(judge.errorMs()).toBe(40)
    judge.clear()
    expect(judge.errorMs()).toBeUndefined()
  })

  test('by a clock that wanders is believed of the middle of many, and told with how unsure that is', () => {
    const judge = new StepJudge()
    // Steps of 120 ms, as in WebKitGTK, on a playhead that is correct.
    const wander = (i: number) => ((i * 37) % 120) - 60
    for (let i = 0; i < 9; i++) judge.add(wander(i))
    expect(judge.errorMs()).toBeUndefined()
    for (let i = 9; i < 20; i++) judge.add(wander(i))
    expect(Math.abs(judge.errorMs() ?? Number.NaN)).toBeLessThan(20)
    expect(judge.unsureMs()).toBeGreaterThan(45)
    // The next three readings may happen to agree, although the clock is as unsteady as before.
    judge.clear()
    for (let i = 0; i < 3; i++) judge.add(55)
    expect(judge.errorMs()).toBeUndefined()
    expect(judge.unsureMs()).toBeGreaterThan(45)
  })

  test('is put right less eagerly where that has not helped', () => {
    const tolerance = new StepTolerance()
    expect(tolerance.ms(0, 0)).toBe(12)
    for (let i = 0; i < 3; i++) tolerance.corrected(i * 1_000)
    expect(tolerance.ms(0, 3_000)).toBe(24)
    for (let i = 3; i < 12; i++) tolerance.corrected(i * 1_000)
    expect(tolerance.ms(0, 12_000)).toBe(100)
    expect(tolerance.ms(140, 12_000)).toBe(140)
    expect(tolerance.ms(0, 40_000)).toBe(12)
  })

  test('is told to the millisecond only where that is known', () => {
    expect([apartWords(18), apartWords(46), apartWords(131)]).toEqual(['± 18 ms', 'about 50 ms', 'about 140 ms'])
  })
})
