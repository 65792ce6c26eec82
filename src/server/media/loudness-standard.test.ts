import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { loudnessReport } from '#audio/loudness-series.ts'
import type { LoudnessReport } from '#audio/loudness-series.ts'
import { speakersOfMask } from '#audio/speakers.ts'
import { Analyser, BLOCK_FRAMES } from '#server/media/analyser.ts'
import { compileWasm } from '#server/media/wasm-engine.ts'
import type { WasmModule } from '#server/media/wasm-engine.ts'
import {
  EVEN_MOMENTARY,
  EVEN_SHORT_TERM,
  louderTones,
  peakBurst,
  peakTone,
  toneAfterSilence,
  toneSteps,
} from '../../../fixtures/audio/loudness-signals.ts'
import type { Signal, Step } from '../../../fixtures/audio/loudness-signals.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

// Tolerances of EBU Tech 3341 (version 4) and 3342: ±0.1 LU, ±1 LU for the range, +0.2/−0.4 dB for true peak.

let module: WasmModule

beforeAll(() => {
  module = compileWasm(new Uint8Array(readFileSync(buildWasm())))
})

interface Measured extends LoudnessReport {
  readonly cells: Float32Array
}

/** Measures the signal in this many channels. `mask`: WAVE speakers, 0 if unknown. */
function measure(signal: Signal, channels = 2, mask = 0): Measured {
  const { sampleRate, totalFrames } = signal
  const analyser = new Analyser(module, {
    sampleRate,
    channels,
    speakers: speakersOfMask(channels, mask),
    layout: { kind: 'f32', planar: true },
    integerBits: null,
  })
  const cells = new Float32Array(Math.floor((totalFrames * 100) / sampleRate) + 1)
  let cellCount = 0
  const plane = new Float32Array(BLOCK_FRAMES)
  for (let at = 0; at < totalFrames; at += BLOCK_FRAMES) {
    const frames = Math.min(BLOCK_FRAMES, totalFrames - at)
    const samples = plane.subarray(0, frames)
    for (let channel = 0; channel < channels; channel++) {
      signal.fill(channel, at, samples)
      analyser.inputs[channel]?.set(new Uint8Array(plane.buffer, 0, frames * 4))
    }
    const block = analyser.analyse(frames)
    cells.set(block.cells.subarray(0, block.cellCount), cellCount)
    cellCount += block.cellCount
  }
  analyser.finish()
  const peaks = analyser.channelFacts().map(({ truePeak }) => 20 * Math.log10(truePeak))
  const kept = cells.subarray(0, cellCount)
  return {
    ...loudnessReport(
      { ...gatedLoudness(kept), truePeak: Math.max(...peaks), truePeakPerChannel: peaks, samplePeak: null },
      { cells: kept, rows: null },
    ),
    cells: kept,
  }
}

const off = (measured: number | null | undefined, expected: number) => Math.abs((measured ?? Infinity) - expected)

describe.each([44_100, 48_000, 96_000])('at %i Hz', (sampleRate) => {
  const steps = (parts: readonly Step[], channels = 2, trims?: readonly number[]) =>
    measure(toneSteps(sampleRate, parts, trims), channels)

  test.each([
    ['1: a tone at −23 dBFS', [[20, -23]], -23],
    ['2: a tone at −33 dBFS', [[20, -33]], -33],
  ] as const)('3341-%s reads alike in all three', (_, parts, expected) => {
    const { integrated, momentary, shortTerm } = steps(parts)
    expect(off(integrated, expected)).toBeLessThanOrEqual(0.1)
    for (const value of [...momentary.values, ...shortTerm.values])
      expect(off(value, expected)).toBeLessThanOrEqual(0.1)
  })

  test.each([
    [
      '3: soft before and after do not count',
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
    ],
    [
      '4: nor does what is nearly silent',
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
    ],
    [
      '5: a loud middle',
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
    ],
  ] as const)('3341-%s', (_, parts) => {
    expect(off(steps(parts).integrated, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-6: five channels, of which the surrounds weigh more', () => {
    expect(off(steps([[20, 0]], 5, [-28, -28, -24, -30, -30]).integrated, -23)).toBeLessThanOrEqual(0.1)
    const withSilentSub = [-28, -28, -24, -Infinity, -30, -30]
    expect(off(steps([[20, 0]], 6, withSilentSub).integrated, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-9: short-term loudness stands still after 3 s', () => {
    const { shortTerm, shortTermMax } = steps(EVEN_SHORT_TERM)
    expect(shortTerm.values).toHaveLength(121)
    for (const value of [...shortTerm.values, shortTermMax]) expect(off(value, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-10: a tone of 3 s reaches its short-term loudness wherever it begins', () => {
    for (let i = 0; i < 20; i++)
      expect(off(steps(toneAfterSilence(i, 0.15, 3)).shortTermMax, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-11: so does each of twenty in a row', () => {
    const { cells } = steps(louderTones(0.15, 3))
    for (let i = 0; i < 20; i++)
      expect(off(gatedLoudness(cells, i * 600, (i + 1) * 600).shortTermMax, -38 + i)).toBeLessThanOrEqual(0.1)
  })

  test('3341-12: momentary loudness stands still after 1 s', () => {
    const { momentary, momentaryMax } = steps(EVEN_MOMENTARY)
    for (const value of [...momentary.values.slice(6), momentaryMax]) expect(off(value, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-13: a tone of 0.4 s reaches its momentary loudness wherever it begins', () => {
    for (let i = 0; i < 20; i++)
      expect(off(steps(toneAfterSilence(i, 0.02, 0.4)).momentaryMax, -23)).toBeLessThanOrEqual(0.1)
  })

  test('3341-14: so does each of twenty in a row', () => {
    const { cells } = steps(louderTones(0.02, 0.4))
    for (let i = 0; i < 20; i++)
      expect(off(gatedLoudness(cells, i * 80, (i + 1) * 80).momentaryMax, -38 + i)).toBeLessThanOrEqual(0.1)
  })

  test.each([
    [15, 4, 0.5, 0, -6],
    [16, 4, 0.5, 45, -6],
    [17, 6, 0.5, 60, -6],
    [18, 8, 0.5, 67.5, -6],
    [19, 4, 1.41, 45, 3],
  ])(
    '3341-%i: a tone at a part of the rate, 1/%i of it, %f at %f°, peaks at %i dBTP',
    (_, divisor, amplitude, degrees, expected) => {
      expect(peakError(measure(peakTone(sampleRate, divisor, amplitude, degrees)), expected)).toBeLessThanOrEqual(0)
    },
  )

  test.each([
    [20, 0],
    [21, 1],
    [22, 2],
    [23, 3],
  ])('3341-%i: one loud period, sampled %i quarters late, peaks at 0 dBTP', (_, offset) => {
    expect(peakError(measure(peakBurst(sampleRate, offset)), 0)).toBeLessThanOrEqual(0)
  })

  test.each([
    [
      '1',
      [
        [20, -20],
        [20, -30],
      ],
      10,
    ],
    [
      '2',
      [
        [20, -20],
        [20, -15],
      ],
      5,
    ],
    [
      '3',
      [
        [20, -40],
        [20, -20],
      ],
      20,
    ],
    [
      '4',
      [
        [20, -50],
        [20, -35],
        [20, -20],
        [20, -35],
        [20, -50],
      ],
      15,
    ],
  ] as const)('3342-%s: a loudness range', (_, parts, expected) => {
    expect(off(steps(parts).range, expected)).toBeLessThanOrEqual(1)
  })
})

/** How far the worst channel is outside of the standard's tolerance: +0.2, −0.4 dB. */
function peakError({ truePeakPerChannel }: Measured, expected: number): number {
  return Math.max(
    ...truePeakPerChannel.map((peak) =>
      Math.max((peak ?? Infinity) - expected - 0.2, expected - 0.4 - (peak ?? -Infinity)),
    ),
  )
}

describe('each channel counts as ITU-R BS.1770-4 says', () => {
  const surround = 10 * Math.log10(1.41)
  const [none, front] = [null, 0]

  // In WAVE order: front left and right, centre, low frequency, back left and right, back centre, side left and right.
  test.each<[string, mask: number, gains: readonly (number | null)[]]>([
    ['mono', 0, [front]],
    ['stereo', 0, [front, front]],
    ['2.1', 0xb, [front, front, none]],
    ['3.0', 0, [front, front, front]],
    ['four corners', 0, [front, front, surround, surround]],
    ['5.0', 0, [front, front, front, surround, surround]],
    ['5.1', 0, [front, front, front, none, surround, surround]],
    ['5.1 with the surrounds at the sides', 0x60f, [front, front, front, none, surround, surround]],
    ['6.1', 0, [front, front, front, none, front, surround, surround]],
    ['7.1', 0, [front, front, front, none, front, front, surround, surround]],
  ])('%s', (_, mask, gains) => {
    const readings = gains.map((_gain, loud) => {
      const trims = gains.map((__, channel) => (channel === loud ? 0 : -Infinity))
      return measure(toneSteps(48_000, [[2, -20]], trims), gains.length, mask).integrated
    })
    expect(readings.map((reading) => reading === null)).toEqual(gains.map((gain) => gain === null))
    // A sine in one channel reads 3 dB below its peak.
    const errors = readings.map((reading, channel) =>
      reading === null ? 0 : off(reading, -20 - 10 * Math.log10(2) + (gains[channel] ?? 0)),
    )
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.1)
  })

  test('channels beyond eight, of which nobody knows where they stand, all count alike', () => {
    const { integrated } = measure(toneSteps(48_000, [[2, -20]]), 12)
    expect(off(integrated, -20 - 10 * Math.log10(2) + 10 * Math.log10(12))).toBeLessThanOrEqual(0.1)
  })
})

test.each([8000, 16_000, 22_050, 88_200, 192_000])('a tone reads nearly the same at %i Hz', (sampleRate) => {
  expect(off(measure(toneSteps(sampleRate, [[6, -23]])).integrated, -23)).toBeLessThanOrEqual(
    sampleRate < 22_050 ? 0.2 : 0.1,
  )
})
