import { expect, test } from 'vitest'
import { fillFromSamples } from './sample-columns.ts'
import { drawSampleLines } from './sample-lines.ts'
import type { SampleBlocks } from '../sample-source.ts'
import type { WaveColumns } from './wave-columns.ts'

/** Ten frames in blocks of four; left rises by tenths, right is its negative. */
const left = Float32Array.from({ length: 10 }, (_, i) => i / 10)
const planes = [left, left.map((sample) => -sample)]
const blocks: SampleBlocks = {
  blockFrames: 4,
  totalFrames: 10,
  planes: (block) => planes.map((plane) => plane.slice(block * 4, block * 4 + 4)),
}

function peaks(count: number): WaveColumns {
  const values = () => [new Float32Array(count).fill(0.5), new Float32Array(count).fill(0.5)]
  return { count, min: values(), max: values(), rms: values(), known: new Uint8Array(count) }
}

function rounded(values: Float32Array | undefined): readonly number[] {
  return [...(values ?? [])].map((value) => Math.round(value * 1000) / 1000)
}

test('each column holds its samples and reaches to the one before', () => {
  const columns = peaks(3)
  fillFromSamples(columns, { startFrame: 2, framesPerColumn: 3, count: 3 }, blocks)
  expect(rounded(columns.max[0])).toEqual([0.4, 0.7, 0.9])
  expect(rounded(columns.min[0])).toEqual([0.1, 0.4, 0.7])
  expect(rounded(columns.min[1])).toEqual([-0.4, -0.7, -0.9])
  expect(rounded(columns.rms[0])).toEqual([0.311, 0.606, 0.851])
  expect([...columns.known]).toEqual([1, 1, 1])
})

test('where samples are not here yet, the peaks stay', () => {
  const columns = peaks(3)
  fillFromSamples(
    columns,
    { startFrame: 0, framesPerColumn: 4, count: 3 },
    { ...blocks, planes: (block) => (block === 1 ? undefined : blocks.planes(block)) },
  )
  expect([...columns.known]).toEqual([1, 0, 0])
  expect(rounded(columns.max[0])).toEqual([0.3, 0.5, 0.5])
})

test('single samples are points at their frames, joined by lines', () => {
  const lines: (readonly [number, number])[] = []
  const points: (readonly number[])[] = []
  const canvas = {
    beginPath() {},
    moveTo: (x: number, y: number) => lines.push([x, y]),
    lineTo: (x: number, y: number) => lines.push([x, y]),
    stroke() {},
    strokeStyle: '',
    lineWidth: 0,
    lineJoin: 'round' as const,
    fillStyle: '',
    fillRect: (...box: number[]) => points.push(box),
  }
  // 10 px per sample from frame 2 on; one channel of 202 px, so full scale is 100 px from the middle.
  drawSampleLines(
    canvas,
    { width: 30, height: 202, gap: 0 },
    { startFrame: 2, framesPerColumn: 0.1, pixelRatio: 1 },
    blocks,
    1,
    '#fff',
  )
  expect(lines.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
    [-10, 91],
    [0, 81],
    [10, 71],
    [20, 61],
    [30, 51],
    [40, 41],
  ])
  expect(points[1]).toEqual([-1, 80, 3, 3])
})
