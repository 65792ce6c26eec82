import { expect, test } from 'vitest'
import { pointsIn8Bit, pointsInJson } from './waveform-data.ts'
import { WaveformPoints } from './waveform-points.ts'

/** Points of `samples[channel][frame]`, added in pieces of 100 frames. */
function pointsOf(samples: readonly (readonly number[])[], samplesPerPixel: number, split: boolean): readonly number[] {
  const values: number[] = []
  const points = new WaveformPoints({ channels: samples.length, samplesPerPixel, split }, (bytes) =>
    values.push(...new Int16Array(Uint8Array.from(bytes).buffer)),
  )
  const frames = samples[0]?.length ?? 0
  for (let from = 0; from < frames; from += 100)
    points.add(
      samples.map((lane) => Int16Array.from(lane.slice(from, from + 100))),
      Math.min(100, frames - from),
    )
  points.finish()
  return values
}

/** 512 frames of silence with these values in it. */
const silenceWith = (values: Readonly<Record<number, number>>) =>
  Array.from({ length: 512 }, (_, frame) => values[frame] ?? 0)

// The values and expected results are facts from audiowaveform's test/WaveformGeneratorTest.cpp (BBC,
// https://github.com/bbc/audiowaveform, GPL-3.0): 512 frames, 300 per pixel.
test('two channels as one are as audiowaveform draws them', () => {
  const left = silenceWith({ 0: 100, 100: 98, 200: -98, 299: -100, 300: 197, 400: -200, 450: -197, 511: 200 })
  const right = silenceWith({ 0: 102, 100: 100, 200: -100, 299: -102, 300: 199, 400: -202, 450: -199, 511: 202 })
  expect(pointsOf([left, right], 300, false)).toEqual([-101, 101, -201, 201])
  expect(pointsOf([left, right], 300, true)).toEqual([-100, 100, -102, 102, -200, 200, -202, 202])
})

test('one channel is as audiowaveform draws it', () => {
  expect(
    pointsOf(
      [silenceWith({ 0: 100, 100: 98, 200: -98, 299: -102, 300: 197, 400: -200, 450: -197, 511: 202 })],
      300,
      false,
    ),
  ).toEqual([-102, 100, -200, 202])
})

test('a mean and eight bits are cut towards zero, not down', () => {
  expect(
    pointsOf(
      [
        [-3, 3],
        [-2, 2],
      ],
      2,
      false,
    ),
  ).toEqual([-2, 2])
  const points = new Uint8Array(Int16Array.of(-32_768, 32_767, -255, 255, -256, 256).buffer)
  expect([...new Int8Array(pointsIn8Bit(points).buffer)]).toEqual([-128, 127, 0, 0, -1, 1])
  expect(pointsInJson(points, 8, true)).toBe('-128,127,0,0,-1,1')
})
