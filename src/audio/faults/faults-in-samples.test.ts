import { describe, expect, test } from 'vitest'
import { BandWatch } from '#audio/faults/band-watch.ts'
import { ClickWatch } from '#audio/faults/click-watch.ts'
import { CutEdgeWatch } from '#audio/faults/cut-edges.ts'
import { FineTruePeak } from '#audio/faults/fine-true-peak.ts'
import { FlatTopWatch } from '#audio/faults/flat-top-watch.ts'
import { GapWatch } from '#audio/faults/gap-watch.ts'
import { HumWatch } from '#audio/faults/hum-watch.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import { opposedAt, sideBalance } from '#audio/faults/side-balance.ts'
import { UsedBits } from '#audio/faults/used-bits.ts'
import { SideRows } from '#audio/side-levels.ts'
import { blocksOf } from '../../../fixtures/findings/sample-blocks.ts'
import { bandLimit, fade, noise } from '../../../fixtures/findings/sound-tools.ts'

const RATE = 48_000

function watched<Watch extends { add(block: SampleBlock): void }>(watch: Watch, ...samples: Float32Array[]): Watch {
  for (const block of blocksOf(samples)) watch.add(block)
  return watch
}

/** Two tones that never repeat together, over a little noise. */
function music(seconds: number, level = 0.3): Float32Array<ArrayBuffer> {
  const hiss = noise(seconds * RATE, 5, 0.5)
  return hiss.map((x, i) => level * (0.7 * Math.sin(i * 0.0187) + 0.3 * Math.sin(i * 0.1031 + 1)) + 0.002 * level * x)
}

/** Silence from and to these seconds, with a fade of some samples at both ends. */
function silenced(samples: Float32Array<ArrayBuffer>, from: number, to: number, faded = 0) {
  return samples.map((x, i) => {
    const outside = Math.max(from * RATE - i, i - to * RATE + 1)
    return outside <= 0 ? 0 : x * (faded > 0 ? Math.min(1, outside / faded) : 1)
  })
}

describe('drop-outs', () => {
  const gapsIn = (samples: Float32Array) => watched(new GapWatch(RATE, 1), samples).gaps(5)

  test.each([
    ['of 8 ms', 2.1, 2.108],
    ['of a second', 2.1, 3.1],
  ])('a gap %s has its place and length', (_, from, to) => {
    const [gap, ...others] = gapsIn(silenced(music(5), from, to))
    expect(others).toEqual([])
    expect((gap?.from ?? 0) / RATE).toBeCloseTo(from, 3)
    expect((gap?.to ?? 0) / RATE).toBeCloseTo(to, 3)
  })

  test.each([
    ['fades out and in', silenced(music(5), 2.1, 3.1, 960)],
    [
      'is followed by a faded beginning only',
      silenced(music(5), 2.1, 3.1).map(
        (x, i) => x * (i < 2.5 * RATE ? 1 : Math.min(1, Math.max(0, i / RATE - 3.1) * 20)),
      ),
    ],
  ])('a pause that %s is none', (_, samples) => {
    expect(gapsIn(samples)).toEqual([])
  })

  test('of three stops of a second none is certain; a gate of many is meant', () => {
    const stops = [1.1, 3.1, 5.1].reduce((samples, at) => silenced(samples, at, at + 1), music(8))
    expect(gapsIn(stops).map(({ unsure }) => unsure)).toEqual([true, true, true])
    const gate = Array.from({ length: 20 }, (_, n) => 1 + n * 0.2).reduce(
      (all, at) => silenced(all, at, at + 0.1),
      music(8),
    )
    expect(gapsIn(gate)).toEqual([])
  })

  test('a gap far longer than those of a gate may be one', () => {
    const gate = Array.from({ length: 12 }, (_, n) => 1 + n * 0.2).reduce(
      (all, at) => silenced(all, at, at + 0.1),
      music(8),
    )
    const [gap, ...others] = gapsIn(silenced(gate, 5, 6.5))
    expect(others).toEqual([])
    expect(gap?.unsure).toBe(true)
    expect((gap?.from ?? 0) / RATE).toBeCloseTo(5, 2)
  })
})

describe('clicks', () => {
  const clicksIn = (samples: Float32Array) => watched(new ClickWatch(RATE, 0), samples).clicks(samples.length)

  test.each([1, 5])('one of %d samples has its place and height', (width) => {
    const samples = music(3).map((x, i) => (i >= 70_000 && i < 70_000 + width ? x + 0.25 : x))
    const [click, ...others] = clicksIn(samples)
    expect(others).toEqual([])
    expect(Math.abs((click?.frame ?? 0) - 70_000)).toBeLessThanOrEqual(width)
    expect(click?.level).toBeCloseTo(0.25, 1)
  })

  test('a step, with which a synthesizer starts a note, is none', () => {
    expect(clicksIn(music(3).map((x, i) => (i < 70_000 ? 0 : x + 0.2)))).toEqual([])
  })

  test('neither is the first short half-wave of a square', () => {
    expect(clicksIn(new Float32Array(2 * RATE).map((_, i) => (i < RATE ? 0 : i < RATE + 7 ? 0.28 : -0.22)))).toEqual([])
  })
})

describe('flat tops', () => {
  const topsIn = (samples: Float32Array) => watched(new FlatTopWatch(1), samples).tops()
  const clipped = (samples: Float32Array, top: number) => samples.map((x) => Math.max(-top, Math.min(top, x)))

  test('tell their ceiling and how many they are', () => {
    const tops = topsIn(clipped(music(4, 0.8), 0.6))
    expect(tops?.ceiling).toBeCloseTo(0.6, 3)
    expect(tops?.count).toBeGreaterThan(100)
  })

  test('three that a steep wave would have passed by far are enough', () => {
    const plosive = music(4, 0.1).map((x, i) => x + (i > 90_000 && i < 90_400 ? Math.sin((i - 90_000) * 0.0942) : 0))
    expect(topsIn(clipped(plosive, 0.5))?.count).toBeGreaterThanOrEqual(3)
  })

  test('a square wave and a limited one have none', () => {
    expect(topsIn(new Float32Array(RATE).map((_, i) => (i % 100 < 50 ? 0.5 : -0.5)))).toBeNull()
    expect(topsIn(music(3, 0.8).map((x) => Math.tanh(2 * x)))).toBeNull()
  })
})

describe('starts and ends', () => {
  const edgesOf = (samples: Float32Array) => {
    const watch = new CutEdgeWatch(RATE)
    for (const block of blocksOf([samples])) {
      watch.add(block)
      watch.finish(block)
    }
    return watch.edges()
  }

  test('that are cut in the middle of a wave tell their level', () => {
    const { start, end } = edgesOf(music(3).subarray(5040, 2 * RATE + 60))
    expect(start?.level).toBeGreaterThan(0.05)
    expect(end?.level).toBeGreaterThan(0.05)
  })

  test('that are faded over a hundredth of a second are none', () => {
    const samples = music(3)
    fade([samples], RATE, 0.01, 0.01)
    expect(edgesOf(samples)).toEqual({ start: null, end: null })
  })

  test('a note that begins from zero on the first sample is none', () => {
    expect(
      edgesOf(new Float32Array(RATE).map((_, i) => 0.5 * Math.sin(i * 0.05) * Math.exp(-i / 9000))).start,
    ).toBeNull()
  })
})

describe('hum', () => {
  const humIn = (samples: Float32Array) => watched(new HumWatch(RATE), samples).hum()
  const hum = (frequency: number) => (_: number, i: number) =>
    0.004 * Math.sin((2 * Math.PI * frequency * i) / RATE) + 0.002 * Math.sin((4 * Math.PI * frequency * i) / RATE)
  const hiss = noise(24 * RATE, 8, 0.3).map((x) => x * 0.001)

  test.each([50, 60])('of %d Hz is named with its level', (frequency) => {
    const wave = hiss.map(hum(frequency))
    const found = humIn(hiss.map((x, i) => x + (wave[i] ?? 0)))
    expect(found?.frequency).toBe(frequency)
    expect(Math.abs((found?.level ?? 0) + 47)).toBeLessThan(1)
  })

  test('a pedal of the organ at 49 Hz is none, nor is a bass that pauses', () => {
    const pedal = hiss.map(hum(49))
    expect(humIn(hiss.map((x, i) => x + (pedal[i] ?? 0)))).toBeNull()
    const bass = hiss.map(hum(50))
    expect(humIn(hiss.map((x, i) => x + (i % RATE < 0.6 * RATE ? (bass[i] ?? 0) : 0)))).toBeNull()
  })
})

describe('the upper end of the spectrum', () => {
  const white = noise(6 * RATE, 3).map((x) => x * 0.3)
  const limitOf = (samples: Float32Array) => watched(new BandWatch(RATE), samples).limit()

  test('cut at 16 kHz as encoders cut it is told with its frequency', () => {
    const limit = limitOf(bandLimit(white, RATE, 16_000, 200))
    expect(limit?.kind).toBe('lossy')
    expect(Math.abs((limit?.frequency ?? 0) - 16_000)).toBeLessThan(400)
  })

  test('whole, or growing dark slowly, is nothing', () => {
    expect(limitOf(white)).toBeNull()
    expect(limitOf(bandLimit(white, RATE, 16_000, 6))).toBeNull()
  })
})

describe('left and right', () => {
  function rowsOf(left: Float32Array, right: Float32Array): SideRows {
    const rows = new SideRows(RATE)
    const sums = { left: 0, right: 0, products: 0 }
    left.forEach((x, i) => {
      const y = right[i] ?? 0
      sums.left += x * x
      sums.right += y * y
      sums.products += x * y
      if ((i + 1) % 4608 === 0) rows.add(i + 1, { ...sums })
    })
    return rows
  }
  const centre = music(10)
  const [one, other] = [noise(10 * RATE, 1, 0.8), noise(10 * RATE, 2, 0.8)]
  const plus = (gain: number, side: Float32Array) => centre.map((x, i) => x * gain + 0.05 * (side[i] ?? 0))

  test('are off balance by as much as the centre is', () => {
    const balance = sideBalance(rowsOf(plus(0.7, one), plus(1, other)))
    expect(balance?.off).toBeCloseTo(-3.1, 1)
    expect(balance?.unsure).toBe(false)
  })

  test('are in balance if the centre is, however much one side has', () => {
    expect(sideBalance(rowsOf(plus(1, one), centre))).toBeNull()
  })

  test('without a centre, one side louder throughout may be off', () => {
    expect(
      sideBalance(
        rowsOf(
          one.map((x) => x * 0.5),
          other,
        ),
      ),
    ).toMatchObject({ unsure: true })
  })

  test('share something that is opposite in them, or not', () => {
    expect(opposedAt(rowsOf(plus(-1, one), plus(1, other)))?.correlation).toBeLessThan(-0.6)
    expect(opposedAt(rowsOf(plus(1, one), plus(1, other)))).toBeNull()
  })
})

test('bits that are always zero are not in use', () => {
  const bits = new UsedBits(24)
  bits.add(Int32Array.of(0x12350000, -0x560000))
  expect([bits.used, bits.isOpen]).toEqual([16, true])
  bits.add(Int32Array.of(0x100))
  expect([bits.used, bits.isOpen]).toEqual([24, false])
})

test('the true peak between samples of a tone near a quarter of the rate is its amplitude', () => {
  const samples = new Float32Array(RATE).map((_, i) => 0.9 * Math.sin((Math.PI * i) / 2 + Math.PI / 4))
  fade([samples], RATE, 0.1, 0.1)
  const watch = new FineTruePeak()
  let last: SampleBlock | null = null
  for (const block of blocksOf([samples])) watch.add((last = block))
  const peaks = watch.peaks(last)[0] ?? []
  expect(Math.max(...peaks.map(({ level }) => level))).toBeCloseTo(0.9, 3)
})
