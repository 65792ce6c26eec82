import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outputDevice } from './output-device.ts'

let counted = 0
beforeEach(() => {
  counted = 0
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly sampleRate = 44_100
      readonly destination = {
        get maxChannelCount() {
          counted += 1
          return 6
        },
      }
      async close(): Promise<void> {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('Firefox is not asked for its channels while stereo starts', () => {
  expect([outputDevice(2, true), counted]).toEqual([{ deviceRate: 44_100, deviceChannels: 2 }, 0])
})

test('Firefox is asked for its channels where surround is to be played', () => {
  expect(outputDevice(6, true)).toEqual({ deviceRate: 44_100, deviceChannels: 6 })
})

test('others, whose answer costs nothing, are always asked', () => {
  expect([outputDevice(2, false).deviceChannels, counted]).toEqual([6, 1])
})
