import { expect, test } from 'vitest'
import { onScale, voiceLevels } from './voice-levels.ts'

test('full scale is 99, forty decibels below it and silence are 0', () => {
  expect([1, 0.1, 0.01, 0.001, 0, 2].map(onScale)).toEqual([99, 50, 0, 0, 0, 99])
})

test('a stretch is as loud as its loudest moment', () => {
  expect(voiceLevels([0, 1, 0, 0, 0.1, 0], 3)).toEqual([99, 0, 50])
})

test('a short recording has as many levels as moments', () => {
  expect(voiceLevels([1, 0], 48)).toEqual([99, 0])
  expect(voiceLevels([], 48)).toEqual([])
})
