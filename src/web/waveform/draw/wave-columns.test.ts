import { expect, test } from 'vitest'
import { peaksLayout, type PeaksHeader } from '#audio/peaks-file.ts'
import { foldedColumns, waveColumns } from './wave-columns.ts'
import { drawWave } from './wave-drawing.ts'

/** Mono, 600 points of level 0 and 150 of level 1. Point i of a level has max i % 100, min -(i % 50), rms 51. */
const header: PeaksHeader = {
  sampleRate: 48_000,
  channels: 1,
  totalFrames: 600 * 256,
  levels: peaksLayout(600 * 256, 1),
}
const tile = (points: number): Uint8Array =>
  Uint8Array.from(
    { length: points * 3 },
    (_, at) => [-(Math.floor(at / 3) % 50) & 0xff, Math.floor(at / 3) % 100, 51][at % 3] ?? 0,
  )
const both = (level: number): Uint8Array => tile(level === 0 ? 600 : 150)

test('a column holds the extremes of its points and the mean power', () => {
  const columns = waveColumns(header, { startFrame: 0, framesPerColumn: 512, count: 3 }, both)
  expect([...(columns.max[0] ?? [])].map((value) => Math.round(value * 127))).toEqual([1, 3, 5])
  expect([...(columns.min[0] ?? [])].map((value) => Math.round(value * 128))).toEqual([-1, -3, -5])
  expect(columns.rms[0]?.[0]).toBeCloseTo(0.2)
})

test('where the fine level is missing the coarse one stands in', () => {
  const columns = waveColumns(header, { startFrame: 0, framesPerColumn: 256, count: 8 }, (level) =>
    level === 1 ? both(1) : undefined,
  )
  expect([...columns.known]).toEqual(Array(8).fill(1))
  expect([...(columns.max[0] ?? [])].map((value) => Math.round(value * 127))).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
})

test('closer than the finest level, a point spans several columns', () => {
  const columns = waveColumns(header, { startFrame: 256, framesPerColumn: 64, count: 8 }, both)
  expect([...(columns.max[0] ?? [])].map((value) => Math.round(value * 127))).toEqual([1, 1, 1, 1, 2, 2, 2, 2])
})

test('nothing is known of what was not fetched, nor behind the end', () => {
  expect([...waveColumns(header, { startFrame: 0, framesPerColumn: 256, count: 2 }, () => undefined).known]).toEqual([
    0, 0,
  ])
  expect([...waveColumns(header, { startFrame: 599 * 256, framesPerColumn: 256, count: 3 }, both).known]).toEqual([
    1, 0, 0,
  ])
})

test('left is drawn over right with a gap between, RMS inside the peaks', () => {
  const [grey, white] = [1, 2]
  const lane = (value: number): Float32Array => Float32Array.of(value)
  const pixels = new Uint32Array(210)
  drawWave(
    pixels,
    { width: 1, height: 210, gap: 10 },
    {
      count: 1,
      known: Uint8Array.of(1),
      max: [lane(1), lane(0.5)],
      min: [lane(-1), lane(-0.5)],
      rms: [lane(0.5), lane(0.9)],
    },
    { peak: grey, rms: white },
  )
  expect(runs(pixels)).toEqual([
    { ink: grey, y: 1, height: 25 },
    { ink: white, y: 26, height: 49 },
    { ink: grey, y: 75, height: 24 },
    { ink: white, y: 136, height: 49 },
  ])
})

/** Runs of ink in a picture one pixel wide, from the top. */
function runs(pixels: Uint32Array): readonly { readonly ink: number; readonly y: number; readonly height: number }[] {
  const found: { ink: number; y: number; height: number }[] = []
  pixels.forEach((ink, y) => {
    const last = found.at(-1)
    if (ink === 0) return
    if (last?.ink === ink && last.y + last.height === y) last.height++
    else found.push({ ink, y, height: 1 })
  })
  return found
}

test('all channels fold into one, with the largest excursions and the mean energy', () => {
  const columns = {
    count: 2,
    min: [Float32Array.of(-0.5, 0), Float32Array.of(-0.25, -1)],
    max: [Float32Array.of(0.5, 0), Float32Array.of(0.75, 1)],
    rms: [Float32Array.of(0.6, 0), Float32Array.of(0.8, 0)],
    known: Uint8Array.of(1, 1),
  }
  const { min, max, rms, known } = foldedColumns(columns)
  expect([min, max].map((all) => all.map((one) => [...one]))).toEqual([[[-0.5, -1]], [[0.75, 1]]])
  expect(rms[0]?.[0]).toBeCloseTo(Math.sqrt(0.5))
  expect([...known]).toEqual([1, 1])
})
