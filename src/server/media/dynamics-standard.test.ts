import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { crestFactor, lowestPsr, peakToShortTerm, regionPeak } from '#audio/dynamics.ts'
import { dynamicsRows, RowCollector } from '#audio/dynamics-rows.ts'
import { encodeEnergyHeader, parseEnergyGrid } from '#audio/energy-file.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { shortTermSeries } from '#audio/loudness-series.ts'
import { stereoSeries } from '#audio/stereo-series.ts'
import { valueAt } from '#audio/time-series.ts'
import { Analyser, BLOCK_FRAMES } from '#server/media/analyser.ts'
import { compileWasm } from '#server/media/wasm-engine.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

const module = compileWasm(new Uint8Array(readFileSync(buildWasm())))

/** Amplitude of a channel at a moment, in seconds. */
type Wave = (at: number, channel: number) => number

/** What the pass measures of a wave. */
function measure(wave: Wave, { seconds = 6, sampleRate = 48_000, channels = 2 } = {}) {
  const analyser = new Analyser(module, {
    sampleRate,
    channels,
    layout: { kind: 'f32', planar: true },
    integerBits: null,
  })
  const totalFrames = Math.round(seconds * sampleRate)
  const rows = new RowCollector(sampleRate)
  const cells: number[] = []
  for (let from = 0; from < totalFrames; from += BLOCK_FRAMES) {
    const frames = Math.min(BLOCK_FRAMES, totalFrames - from)
    for (let channel = 0; channel < channels; channel++) {
      const samples = Float32Array.from({ length: frames }, (_, i) => wave((from + i) / sampleRate, channel))
      analyser.inputs[channel]?.set(new Uint8Array(samples.buffer))
    }
    const block = analyser.analyse(frames)
    cells.push(...block.cells.subarray(0, block.cellCount))
    rows.add(analyser.rows())
  }
  analyser.finish()
  rows.add(analyser.rows())
  const bytes = Buffer.concat([
    encodeEnergyHeader({ sampleRate, totalFrames, cellCount: cells.length, rowCount: rows.count }),
    new Uint8Array(Float32Array.from(cells).buffer),
    ...rows.pieces(),
  ])
  const grid = parseEnergyGrid(new Uint8Array(bytes).buffer)
  if (!grid.rows) throw new Error('the file has no rows')
  const shortTerm = shortTermSeries(grid.cells)
  const psr = peakToShortTerm(grid.rows, shortTerm)
  return {
    grid,
    rows: grid.rows,
    shortTerm,
    psr,
    lowest: lowestPsr(psr, shortTerm, gatedLoudness(grid.cells).integrated),
    ...stereoSeries(grid.rows),
    crest: crestFactor(analyser.channelFacts(), totalFrames),
  }
}

const sine =
  (hertz: number, level = 1): Wave =>
  (at) =>
    level * Math.sin(2 * Math.PI * hertz * at)
/** Repeatable white noise of another seed for each channel. */
function noise(level: number): Wave {
  const seeds = [1, 77_777]
  return (_, channel) => {
    const next = (Math.imul(seeds[channel] ?? 5, 1_664_525) + 1_013_904_223) | 0
    seeds[channel] = next
    return (level * next) / 2 ** 31
  }
}

describe('crest factor', () => {
  test('a sine has 3.01 dB, whatever its level', () => {
    expect(measure(sine(997)).crest).toBeCloseTo(3.01, 2)
    expect(measure(sine(997, 0.01)).crest).toBeCloseTo(3.01, 2)
  })

  test('a square wave has none', () => {
    expect(measure((at) => (Math.floor(at * 200) % 2 === 0 ? 0.5 : -0.5)).crest).toBeCloseTo(0, 3)
  })

  test('noise with evenly spread samples has 4.77 dB', () => {
    expect(measure(noise(0.5)).crest).toBeCloseTo(4.77, 1)
  })

  test('a silent channel beside a sine does not add to it', () => {
    expect(measure((at, channel) => (channel === 0 ? sine(997)(at, 0) : 0)).crest).toBeCloseTo(3.01, 2)
  })

  test('silence has no crest', () => {
    expect(measure(() => 0).crest).toBeNull()
  })
})

describe('rows of 100 ms', () => {
  test.each([44_100, 48_000, 96_000, 11_025, 8000])(
    'begin every 100 ms at %i Hz, the last one at the end',
    (sampleRate) => {
      // Each tenth of a second has its own level.
      const level = (at: number) => 0.1 + 0.01 * Math.floor(at * 10 + 1e-6)
      const { rows, grid } = measure((at) => level(at), { seconds: 2.25, sampleRate })
      expect(rows.left).toHaveLength(23)
      expect(grid.cells).toHaveLength(225)
      const levels = [...rows.left].map((square) => Math.sqrt(square))
      levels.forEach((found, row) => expect(Math.abs(found - level(row / 10))).toBeLessThan(2e-4))
    },
  )

  test('have the peaks between the samples', () => {
    // A quarter of the sample rate, 45° late: every sample is 3 dB below the crest.
    const { rows } = measure((at) => Math.sin(2 * Math.PI * 12_000 * at + Math.PI / 4))
    // The nearest of four points between two samples is 0.1 dB below the crest.
    for (const row of [5, 20, 55]) expect(20 * Math.log10(rows.peaks[row] ?? 0)).toBeCloseTo(-0.1, 1)
  })

  test('have the peak of the louder channel, also beside a much louder row', () => {
    const { rows } = measure((at, channel) => (at >= 1 && at < 1.1 ? 0.9 : channel === 0 ? 0.01 : 0.02))
    expect(regionPeak(rows, 0.2, 0.9)).toBeCloseTo(20 * Math.log10(0.02), 1)
    expect(regionPeak(rows, 1, 1.1)).toBeGreaterThan(-1)
    expect(regionPeak(rows, 2, 3)).toBeCloseTo(20 * Math.log10(0.02), 1)
  })
})

test.each([44_100, 48_000, 96_000])('what is loud until a row ends is not in the next one, at %i Hz', (sampleRate) => {
  // A fade of 2 ms, so that there is no step to ring.
  const edge = (at: number) => Math.max(0, Math.min(1, (1 - at) / 0.002))
  const { rows } = measure((at) => 0.01 + 0.8 * edge(at), { seconds: 2, sampleRate })
  expect(rows.peaks[9]).toBeCloseTo(0.81, 2)
  expect(rows.peaks[10]).toBeLessThan(0.05)
  const { rows: turned } = measure((at) => 0.01 + 0.8 * edge(2 - at), { seconds: 2, sampleRate })
  expect(turned.peaks[9]).toBeLessThan(0.05)
  expect(turned.peaks[10]).toBeCloseTo(0.81, 2)
})

describe('peak to short-term loudness', () => {
  test('a click far above steady noise is heard for three seconds, and nothing else changes it', () => {
    const hiss = noise(0.05)
    const { psr } = measure((at, channel) => hiss(at, channel) + (at >= 5 && at < 5.0001 ? 0.45 : 0), { seconds: 12 })
    const before = valueAt(psr, 4.5) ?? 0
    expect((valueAt(psr, 6) ?? 0) - before).toBeGreaterThan(15)
    expect((valueAt(psr, 7.9) ?? 0) - before).toBeGreaterThan(15)
    expect(valueAt(psr, 8.2)).toBeCloseTo(before, 0)
  })

  test('a sine of 997 Hz in both channels has the peak of its level above −0.691 + its energy', () => {
    const { psr } = measure(sine(997, 0.5))
    // A stereo tone at −6.02 dBFS is −6.02 LUFS (EBU Tech 3341).
    for (const value of psr.values) expect(value).toBeCloseTo(0, 1)
  })

  test('the lowest is where the music is squashed, not in its fade', () => {
    const burst: Wave = (at) => (Math.floor(at * 10) % 5 === 0 ? 0.8 : 0.05) * Math.sin(2 * Math.PI * 500 * at)
    // Two tones that beat have peaks 3 dB above a tone of their level; the single tone of the fade has less.
    const beat: Wave = (at, channel) => 0.25 * (sine(500)(at, channel) + sine(507)(at, channel))
    const fade: Wave = (at, channel) => 0.001 * sine(500)(at, channel)
    const { lowest, psr } = measure((at, channel) => (at < 6 ? burst : at < 12 ? beat : fade)(at, channel), {
      seconds: 20,
    })
    expect(lowest?.at).toBeGreaterThanOrEqual(6)
    expect(lowest?.at).toBeLessThan(9.1)
    expect(lowest?.decibels).toBeGreaterThan(3)
    expect(lowest?.decibels).toBeLessThan(4)
    expect(valueAt(psr, 4)).toBeGreaterThan(6)
    expect(valueAt(psr, 19)).toBeLessThan(1)
  })

  test('there is none in silence', () => {
    expect(measure(() => 0).psr.values.every((value) => value === null)).toBe(true)
  })
})

describe('correlation and width', () => {
  const hiss = noise(0.5)

  test('the same on both sides is +1 and has no width', () => {
    const { correlation, width } = measure((at) => sine(440)(at, 0))
    expect(valueAt(correlation, 3)).toBe(1)
    expect(valueAt(width, 3)).toBe(-60)
  })

  test('turned round on one side it is −1, and all side', () => {
    const { correlation, width } = measure((at, channel) => (channel === 0 ? 1 : -1) * sine(440)(at, 0))
    expect(valueAt(correlation, 3)).toBe(-1)
    expect(valueAt(width, 3)).toBe(60)
  })

  test('of two noises there is none, and side is as loud as mid', () => {
    const { correlation, width } = measure(hiss)
    expect(Math.abs(valueAt(correlation, 3) ?? 1)).toBeLessThan(0.03)
    expect(Math.abs(valueAt(width, 3) ?? 9)).toBeLessThan(0.3)
  })

  test('a side 20 dB below the mid has a width of −20 dB', () => {
    const { width } = measure(
      (at, channel) => 0.5 * sine(440)(at, 0) + (channel === 0 ? 0.05 : -0.05) * sine(700)(at, 0),
    )
    expect(valueAt(width, 3)).toBeCloseTo(-20, 1)
  })

  test('a dead channel has a width of 0 dB and no correlation', () => {
    const { correlation, width } = measure((at, channel) => (channel === 0 ? sine(440)(at, 0) : 0))
    expect([valueAt(correlation, 3), valueAt(width, 3)]).toEqual([null, 0])
  })

  test('of six channels, the first two count', () => {
    const { correlation } = measure((at, channel) => (channel < 2 ? 1 : -1) * sine(440)(at, 0), { channels: 6 })
    expect(valueAt(correlation, 3)).toBe(1)
  })

  test('one channel is the same on both sides', () => {
    const { rows, correlation } = measure(sine(440), { channels: 1 })
    expect(valueAt(correlation, 3)).toBe(1)
    expect(rows.left).toEqual(rows.right)
  })
})

test('a file of an older release has no rows', () => {
  const header = new Uint8Array(36)
  header.set(encodeEnergyHeader({ sampleRate: 48_000, totalFrames: 480, cellCount: 1, rowCount: 0 }))
  header[4] = 1
  expect(parseEnergyGrid(header.buffer).rows).toBeNull()
  expect(dynamicsRows(new Float32Array(0)).peaks).toHaveLength(0)
})
