import { expect, test } from 'vitest'
import { channelName } from './channel-name.ts'

test.each([
  [2, 6, '3 · C'],
  [3, 6, '4 · LFE'],
  [11, 12, '12 · Rtb'],
  [8, 16, '9'],
])('channel at %d of %d is %s', (at, channels, name) => {
  expect(channelName(at, channels)).toBe(name)
})
