import { describe, expect, test } from 'vitest'
import { positionAt } from '#web/presence/position-at.ts'
import { StepJudge } from './step-judge.ts'
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
})
