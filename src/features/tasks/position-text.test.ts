import { expect, test } from 'vitest'
import { parsePosition } from './position-text.ts'

test.each([
  ['72', 72],
  ['1:12', 72],
  ['1:12.48', 72.48],
  ['0:31,2', 31.2],
  ['1:02:03.5', 3723.5],
  [' 4:05 ', 245],
  ['95', 95],
])('%s is a time', (typed, seconds) => {
  expect(parsePosition(typed)).toBeCloseTo(seconds, 6)
})

test('nothing typed is no time, and not a wrong one', () => {
  expect(parsePosition('  ')).toBeNull()
})

test.each(['soon', '1:72', '1:', ':30', '-5', '1:2:3:4', '1.2.3'])('%s is not a time', (typed) => {
  expect(parsePosition(typed)).toBeUndefined()
})
